import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type HandEvent, type HandOf, nextHand, restingHand } from './next-hand.ts';

const rules = { threshold: 3, immediateTypes: ['disagreement', 'question', 'insight'] };
const thought = (type: string, more: object = {}): HandEvent => ({
  kind: 'thought',
  type,
  focus: 'full',
  bid: 0.5,
  place: true,
  ...more,
});
function run(events: readonly HandEvent[], from: HandOf = restingHand) {
  const transitions: string[] = [];
  let hand = from;
  for (const event of events) {
    const step = nextHand(hand, event, rules);
    hand = step.hand;
    if (step.transition !== undefined) transitions.push(step.transition);
  }
  return { hand, transitions };
}

test('the third thought that counts raises the hand, not the second, and never twice', () => {
  expect(run([thought('reaction'), thought('connection')]).transitions).toEqual([]);
  const third = run([thought('reaction'), thought('connection'), thought('custom')]);
  expect(third).toMatchObject({
    transitions: ['raise'],
    hand: { state: 'raised', reason: 'threshold', count: 3 },
  });
  expect(run([thought('reaction'), thought('question')], third.hand).transitions).toEqual([]);
});

test('an immediate type raises at once and counts nothing', () => {
  expect(run([thought('question')])).toMatchObject({
    transitions: ['raise'],
    hand: { reason: 'question', count: 0, version: 1 },
  });
});

test('background never counts', () => {
  const events = Array.from({ length: 9 }, () => thought('question', { focus: 'background' }));
  expect(run([...events, thought('background')])).toEqual({ hand: restingHand, transitions: [] });
});

test.each([
  ['own-message', { state: 'lowered', count: 0 }, 'lower'],
  ['lowered', { state: 'lowered', count: 0 }, 'lower'],
  ['cleared', { state: 'lowered', count: 0 }, 'lower'],
  ['floor-given', { state: 'granted', count: 0 }, 'grant'],
] as const)('%s resets a raised hand', (kind, hand, transition) => {
  const { hand: raised } = run([thought('reaction'), thought('question')]);
  expect(nextHand(raised, { kind }, rules)).toMatchObject({ hand: { ...hand, version: 2 }, transition });
});

test('below the threshold a reset begins to count anew', () => {
  const counted = run([
    thought('reaction'),
    thought('reaction'),
    { kind: 'own-message' },
    thought('reaction'),
  ]);
  expect(counted).toMatchObject({ transitions: [], hand: { count: 1 } });
});

test('while it has the floor nothing counts, clearing keeps it, and it ends by the floor', () => {
  const speaking = run([{ kind: 'floor-given' }, thought('question'), { kind: 'cleared' }]);
  expect(speaking).toMatchObject({ transitions: ['grant'], hand: { state: 'granted', count: 0 } });
  expect(nextHand(speaking.hand, { kind: 'floor-over' }, rules)).toMatchObject({
    hand: { state: 'lowered' },
    transition: 'lower',
  });
});

test('without a free place a hand waits with its highest bid and goes up when there is one', () => {
  const waiting = run([
    thought('question', { place: false }),
    thought('insight', { place: false, bid: 0.9 }),
  ]);
  expect(waiting).toMatchObject({
    transitions: ['wait'],
    hand: { state: 'waiting', bid: 0.9, reason: 'question' },
  });
  expect(nextHand(waiting.hand, { kind: 'place-free' }, rules)).toMatchObject({
    hand: { state: 'raised', version: 2 },
    transition: 'raise',
  });
});

const anyEvent: fc.Arbitrary<HandEvent> = fc.oneof(
  fc
    .constantFrom(
      'own-message' as const,
      'floor-given' as const,
      'floor-over' as const,
      'lowered' as const,
      'cleared' as const,
      'place-free' as const,
    )
    .map((kind) => ({ kind })),
  fc.boolean().map((place) => ({ kind: 'asked' as const, bid: 0.5, place })),
  fc.record({
    kind: fc.constant('thought' as const),
    type: fc.constantFrom('reaction', 'question', 'background', 'custom'),
    focus: fc.constantFrom('full' as const, 'background' as const),
    bid: fc.double({ min: 0, max: 1, noNaN: true }),
    place: fc.boolean(),
  }),
);

test('the version rises by one exactly when the state changes, and a change is a transition', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let hand = restingHand;
      for (const event of events) {
        const step = nextHand(hand, event, rules);
        const changed = Number(step.hand.state !== hand.state);
        expect(step.hand.version - hand.version).toBe(changed);
        expect(step.transition !== undefined).toBe(changed === 1);
        hand = step.hand;
      }
    }),
  );
});
