import { describe, expect, it } from 'vitest';
import { hasTimeExpression, pastAskedAbout, timeAskedAbout } from './time-cues.ts';

// A Wednesday.
const now = Date.parse('2026-06-17T15:30:00Z');
const days = (question: string) => {
  const span = timeAskedAbout(question, now);
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return span === undefined ? undefined : `${iso(span.from)} ${iso(span.to)}`;
};

describe('the time that a question asks about', () => {
  it.each([
    ['What did we agree on 3 March 2025?', '2025-03-03 2025-03-04'],
    ['What happened on May 7th?', '2026-05-07 2026-05-08'],
    ['Who called on the 30th of November?', '2025-11-30 2025-12-01'],
    ['Where was I in May?', '2026-05-01 2026-06-01'],
    ['What did I buy in August?', '2025-08-01 2025-09-01'],
    ['And in February 2024?', '2024-02-01 2024-03-01'],
    ['Which books did I read in 2023?', '2023-01-01 2024-01-01'],
    ['What did I say on 2026-01-02?', '2026-01-02 2026-01-03'],
    ['What did I do yesterday?', '2026-06-16 2026-06-17'],
    ['What did I eat this morning?', '2026-06-17 2026-06-18'],
    ['Whom did I meet last week?', '2026-06-08 2026-06-15'],
    ['Whom did I meet last weekend?', '2026-06-13 2026-06-15'],
    ['What did I plan last month?', '2026-05-01 2026-06-01'],
    ['What did I plan last year?', '2025-01-01 2026-01-01'],
    ['What was it two days ago?', '2026-06-15 2026-06-16'],
    ['What did we talk about last Wednesday?', '2026-06-10 2026-06-11'],
    ['What did we talk about this Monday?', '2026-06-15 2026-06-16'],
  ])('%s', (question, expected) => expect(days(question)).toBe(expected));

  it('gives some room around a count of weeks, months or years', () => {
    const span = timeAskedAbout('Where did I go three months ago?', now);
    expect(span?.from).toBeLessThan(Date.parse('2026-03-10T00:00:00Z'));
    expect(span?.to).toBeGreaterThan(Date.parse('2026-03-25T00:00:00Z'));
  });

  it.each([
    'Where do I live?',
    'May I ask something?',
    'Did the march go well?',
    'Who lives at number 12?',
    '',
  ])('is none in "%s"', (question) => expect(timeAskedAbout(question, now)).toBeUndefined());
});

describe('the past that is asked about', () => {
  it.each([
    'Where did I live in 2023?',
    'tell me who I worked with last year',
    'What did I like in May 2025',
  ])('is one in "%s"', (text) => expect(pastAskedAbout(text, now)).toEqual(timeAskedAbout(text, now)));
  it.each([
    'I moved to Porto in 2023.',
    'What do I do this week?',
    'What is on 3 March 2027?',
    'Where do I live?',
  ])('is none in "%s"', (text) => expect(pastAskedAbout(text, now)).toBeUndefined());
});

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
