import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hearReply, stepBoundary } from './boundary.ts';
import { freshBoundaryState } from './boundary-state.ts';
import { decodeHearing, encodeHearing, foldBoundary, type HeardTurn } from './fold-boundary.ts';

const calibration = { sameTopicCosine: 0.6, newTopicCosine: 0.2 };
const subjects = [
  'the garden fence',
  'our tax form',
  'roses and soil',
  'a train to Oslo',
  'yes',
  'thanks a lot',
] as const;
/** The same text has the same vector. */
const vectorOf = (text: string): Float32Array =>
  Float32Array.from({ length: 16 }, (_, at) => Math.sin(1 + at * (text.length + (text.codePointAt(0) ?? 0))));

const turn = fc.record(
  {
    by: fc.constantFrom('vector', 'words', 'reply'),
    focus: fc.constantFrom(null, 'inferred', 'explicit'),
    text: fc
      .tuple(fc.constantFrom(...subjects), fc.nat(9))
      .map(([subject, n]) => `What about ${subject} ${n}?`),
    replyBefore: fc.constantFrom('', 'It is done.', 'Which one do you mean?'),
    threshold: fc.constantFrom(undefined, 0.05, 0.9),
    gapMs: fc.constantFrom(1_000, 60_000, 4_000_000),
  },
  { noNullPrototype: true },
);

test('the state that is folded from any earlier one is the one that was reached, bit for bit, wherever the line of a boundary lay then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 14 }), fc.nat(14), async (drawn, from) => {
      let now = Date.UTC(2030, 0, 1);
      const turns: HeardTurn[] = drawn.map(({ gapMs, threshold: _line, ...rest }) => ({
        ...rest,
        now: (now += gapMs),
      }));
      const states = [freshBoundaryState];
      for (const [n, { by, focus, now: at, replyBefore, text }] of turns.entries()) {
        const heard = hearReply(states.at(-1) ?? freshBoundaryState, replyBefore);
        const threshold = drawn[n]?.threshold;
        const vector = by === 'vector' ? vectorOf(text) : null;
        const event = { text, vector, now: at, calibration, threshold, focus };
        states.push(by === 'reply' ? heard : stepBoundary(heard, event).next);
      }
      const place = Math.min(from, turns.length);
      // What is stored went through JSON.
      const stored = JSON.parse(JSON.stringify(states[place])) as typeof freshBoundaryState;
      const folded = await foldBoundary(stored, turns.slice(place), {
        calibration,
        embed: (text) => Promise.resolve(vectorOf(text)),
      });
      expect(JSON.stringify(folded)).toBe(JSON.stringify(states.at(-1)));
    }),
  );
});

test('a hearing comes out of its number, and other numbers stand for none', () => {
  for (const by of ['vector', 'words', 'reply'] as const)
    for (const focus of [null, 'inferred', 'explicit'] as const)
      expect(decodeHearing(encodeHearing({ by, focus }))).toEqual({ by, focus });
  for (const number of [0, 10, -1]) expect(() => decodeHearing(number)).toThrow(RangeError);
});
