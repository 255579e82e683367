import { describe, expect, it } from 'vitest';
import { hasTimeExpression } from './time-cues.ts';

describe('a time expression', () => {
  it.each([
    'We met last Friday.',
    'It was in 2019.',
    'Two weeks ago.',
    'On the 3rd of May',
    'at 7 pm',
    'a few days',
  ])('stands in "%s"', (text) => expect(hasTimeExpression(text)).toBe(true));
  it.each(['I may come.', 'She likes tea.', 'Call 12 people'])('does not stand in "%s"', (text) =>
    expect(hasTimeExpression(text)).toBe(false),
  );
});
