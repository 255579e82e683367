import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { queryOf } from './relevance.ts';

const story =
  'We want to give a course in January. It takes six evenings. Nobody has been told yet. The back room belongs to Ximena, who has the key. Coffee is included.';

describe('an excerpt', () => {
  test('holds the sentences that the message speaks of, and says that more was there', () => {
    expect(excerptOf(story, queryOf('Who has the key to the back room?', undefined), 70)).toBe(
      '… The back room belongs to Ximena, who has the key. …',
    );
  });

  test('is the beginning where nothing is spoken of, and the whole where there is room', () => {
    expect(excerptOf(story, queryOf('Zebra?', undefined), 70)).toBe(
      'We want to give a course in January. It takes six evenings. …',
    );
    expect(excerptOf(story, queryOf('Zebra?', undefined), 500)).toBe(story);
  });

  test('is never longer than its room by more than the signs of what is left out', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400 }),
        fc.string({ maxLength: 40 }),
        fc.integer({ min: 1, max: 300 }),
        (text, message, max) => {
          expect(excerptOf(text, queryOf(message, undefined), max).length).toBeLessThanOrEqual(max + 4);
        },
      ),
    );
  });
});
