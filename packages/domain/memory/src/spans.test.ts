import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { locate, nearestSentence, sentenceAround } from './spans.ts';

const halves = {
  message: 'I moved to  Porto.\nMy sister Ana-Maria turns 3.5 on Friday!',
  reply: 'Porto is lovely. So is Ana.',
};
const words = (span: ReturnType<typeof locate>) =>
  span && (halves[span.half] ?? '').slice(span.start, span.end);

describe('locate', () => {
  test.each([
    ['Porto', 'message', 'Porto'],
    ['moved to porto', 'message', 'moved to  Porto'],
    ['porto. my', 'message', 'Porto.\nMy'],
    ['Ana-Maria', 'message', 'Ana-Maria'],
    ['Ana Maria', 'message', 'Ana-Maria'],
    ['my sister, Ana Maria: turns', 'message', 'My sister Ana-Maria turns'],
    ['I moved to … sister Ana-Maria', 'message', 'I moved to  Porto.\nMy sister Ana-Maria'],
    ['lovely', 'reply', 'lovely'],
    ['So is Ana.', 'reply', 'So is Ana.'],
  ])('finds %j in the %s', (wanted, half, found) => {
    const span = locate(wanted, halves);
    expect([span?.half, words(span)]).toEqual([half, found]);
  });

  test.each([
    'Lisbon',
    'ort',
    'Ana Marie',
    '',
    '  ',
    '…',
    'Porto is lovely. My sister',
    'moved … Porto',
    'turns 3.5 … I moved',
  ])('finds no %j', (wanted) => {
    expect(locate(wanted, halves)).toBeUndefined();
  });

  test('reads scripts without spaces', () => {
    expect(locate('東京', { message: '妹は東京に住んでいます。', reply: null })).toEqual({
      half: 'message',
      start: 2,
      end: 4,
    });
  });

  test('what was copied from a text is found in it, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ maxLength: 20 }),
        (message, other) => {
          const span = locate(message, { message: `${message} ${other}`, reply: null });
          expect(span?.half).toBe(message.trim() === '' ? undefined : 'message');
          // Anything else must not throw, and never points outside of its half.
          const loose = locate(other, { message, reply: null });
          expect(loose === undefined || loose.end <= message.length).toBe(true);
        },
      ),
    );
  });
});

test('a note stands on the sentence that speaks most like it, or on all of a half that does not', () => {
  const { end, start } = nearestSentence('sister Ana turns', 'message', halves.message);
  expect(halves.message.slice(start, end)).toBe('My sister Ana-Maria turns 3.5 on Friday!');
  expect(nearestSentence('nothing of it', 'reply', halves.reply)).toEqual({
    half: 'reply',
    start: 0,
    end: halves.reply.length,
  });
});

test('the sentence around a span is whole', () => {
  const span = locate('3.5', halves);
  expect(span && sentenceAround(span, halves)).toBe('My sister Ana-Maria turns 3.5 on Friday!');
});

const word = fc.constantFrom(
  'Ana',
  'ana',
  'an',
  'Susan',
  '3.5',
  'New',
  'York',
  "Ana's",
  '(so)',
  'x.y',
  '?',
  'a-b',
);
const said = fc.array(word, { maxLength: 8 }).map((some) => some.join(' '));

test('plain words are found where a pattern finds them', () => {
  fc.assert(
    fc.property(said, said, (wanted, message) => {
      // The ellipsis at the end makes a text that is not plain.
      const found = locate(wanted, { message: `${message} …`, reply: null });
      expect(locate(wanted, { message, reply: null })).toEqual(found);
    }),
  );
});
