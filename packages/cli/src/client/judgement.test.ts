import { describe, expect, it } from 'vitest';
import { judgementOf } from './judgement.ts';

describe('judgementOf', () => {
  it.each([
    ['good', 1],
    ['useful', 1],
    ['bad', -1],
    ['useless', -1],
    ['0.25', 0.25],
    ['-1', -1],
  ])('reads %s as %d', (text, value) => {
    expect(judgementOf(text, 'good, bad')).toBe(value);
  });

  it.each(['', ' ', 'fine', '1.01', '-2', 'NaN', 'constructor'])(
    'refuses "%s" with what it takes',
    (text) => {
      expect(() => judgementOf(text, 'good, bad')).toThrow(
        `Expected good, bad, or a number from -1 to 1, got "${text}".`,
      );
    },
  );
});
