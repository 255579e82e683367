import { modes } from '@salience/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FollowUp, kindOf, type ReadLabel, readReaction } from '../src/index.ts';
import { silent } from './silent-follow-ups.ts';
import { telling } from './telling-follow-ups.ts';

function said(
  message: string,
  mode: FollowUp['before']['mode'],
  reply: string | null,
  next: string,
): FollowUp {
  const asked = mode === 'CLARIFY' || /\?\s*$/u.test(reply ?? '');
  return { before: { message, reply, mode, asked }, next: { message: next }, secondsBetween: 60 };
}

describe('a next message labels the decision before it', () => {
  test.each(telling)('%s %s: "%s" – %s – "%s"', (_, mode, message, reply, next, reaction, kind, wanted) => {
    expect(readReaction(said(message, mode, reply, next))).toMatchObject({ reaction, kind, wanted });
  });
});

describe('says nothing where it is not sure', () => {
  test.each(silent)('%s %s: "%s" – %s – "%s": %s', (_, mode, message, reply, next) => {
    expect(readReaction(said(message, mode, reply, next))).toBeNull();
  });
});

test('every language has follow-ups that are read, and every kind is reached', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'pt', 'it'])
    expect(telling.filter(([code]) => code === language).length).toBeGreaterThan(4);
  expect(new Set(telling.map(([, , , , , , kind]) => kind)).size).toBe(5);
});

describe('time', () => {
  const repeat = said('Which bus goes to the harbour?', 'IGNORE', null, 'Which bus goes to the harbour?');
  const thanks = said('When does the pool open?', 'RESPOND', 'At seven.', 'thanks');
  test.each([3, 600, 3_600, null])('the same again after %s seconds is a repeat', (secondsBetween) => {
    expect(readReaction({ ...repeat, secondsBetween })?.reaction).toBe('repeat');
  });
  test.each([0, 1, 3_601, 90_000])(
    'after %s seconds it was sent twice or is asked anew',
    (secondsBetween) => {
      expect(readReaction({ ...repeat, secondsBetween })).toBeNull();
    },
  );
  test('thanks count the same day, and not if they were sent before the turn had ended', () => {
    expect(readReaction({ ...thanks, secondsBetween: 40_000 })?.kind).toBe('correct');
    expect(readReaction({ ...thanks, secondsBetween: -1 })).toBeNull();
    expect(readReaction({ ...thanks, secondsBetween: Number.NaN })).toBeNull();
  });
});

describe('vectors', () => {
  const asked = said(
    'Which bus goes to the harbour?',
    'IGNORE',
    null,
    'is there any way to the harbour by tram?',
  );
  const shares = said('Which bus goes to the old harbour?', 'IGNORE', null, 'any bus to the harbour?');
  test('near ones make a rephrasing of one shared word, and far ones unmake one of several', () => {
    expect(readReaction(asked)).toBeNull();
    expect(readReaction({ ...asked, similarity: 0.85 })?.reaction).toBe('rephrase');
    expect(readReaction(shares)?.reaction).toBe('rephrase');
    expect(readReaction({ ...shares, similarity: 0.1 })).toBeNull();
  });
});

test('whom a message is addressed to is no part of it', () => {
  expect(
    readReaction(said('When does the pool open?', 'RESPOND', 'At seven.', 'Salience: thanks!'))?.kind,
  ).toBe('correct');
});

test('an unknown mode is only thanked', () => {
  expect(readReaction(said('When does the pool open?', null, null, 'thanks'))).toMatchObject({
    kind: 'correct',
    wanted: null,
  });
  expect(readReaction(said('When does the pool open?', null, null, 'When does the pool open?'))).toBeNull();
});

/** What was right was what was taken; what was wanted instead says what went wrong. */
function agrees({ kind, wanted }: ReadLabel, mode: FollowUp['before']['mode']): boolean {
  if (kind === 'correct') return wanted === mode;
  return wanted === null || mode === null || kind === kindOf(mode, wanted);
}

const phrase = fc.oneof(
  fc.constantFrom(...telling.flatMap(([, , message, , next]) => [message, next])),
  fc.constantFrom(...silent.flatMap(([, , message, , next]) => [message, next])),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 80 }),
);
const followUp: fc.Arbitrary<FollowUp> = fc.record({
  before: fc.record({
    message: phrase,
    reply: fc.option(phrase),
    mode: fc.option(fc.constantFrom(...modes)),
    asked: fc.boolean(),
  }),
  next: fc.record({ message: phrase }),
  secondsBetween: fc.option(fc.oneof(fc.double(), fc.integer({ min: 0, max: 7_200 }))),
  similarity: fc.option(fc.double({ min: -1, max: 1 })),
});

test('reads anything without throwing, the same way each time, and agrees with itself', () => {
  fc.assert(
    fc.property(followUp, (one) => {
      const label = readReaction(one);
      expect(readReaction(structuredClone(one))).toEqual(label);
      if (label === null) return;
      expect(label.confidence).toBeGreaterThan(0);
      expect(label.confidence).toBeLessThanOrEqual(1);
      expect(label.reason).toMatch(/^[a-z_]+$/);
      expect(agrees(label, one.before.mode)).toBe(true);
    }),
    { numRuns: 1_500 },
  );
});

test('law 8: a long message costs no more than its beginning', () => {
  const long = 'the harbour bus is late again and '.repeat(20_000);
  const start = performance.now();
  readReaction(said(long, 'IGNORE', null, `${long} why`));
  expect(performance.now() - start).toBeLessThan(1_000);
});
