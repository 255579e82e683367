import { describe, expect, it } from 'vitest';
import { sessionMinutes } from './session-minutes.ts';

describe('sessionMinutes', () => {
  it.each([
    ['1m', 1],
    ['90s', 1],
    ['2h', 120],
    ['7d', 10_080],
  ])('%s is %d', (text, minutes) => {
    expect(sessionMinutes(text)).toBe(minutes);
  });

  it.each(['', '0m', '59s', '8d', '7d1h', 'for ever', '-2h'])('refuses "%s"', (text) => {
    expect(() => sessionMinutes(text)).toThrow(/Expected --session as a span from 1m to 7d/);
  });
});
