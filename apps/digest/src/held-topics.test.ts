import type { TopicId, TurnId } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldTopics, type SaidTurn } from './held-topics.ts';

const topicIds = ['top_a', 'top_b', 'top_c'] as TopicId[];
const none = { from: '100', statistics: null, topics: [], taught: [] };
const turnOf = (n: number, topic: number, step: number): SaidTurn => ({
  turnId: `turn_${n}` as TurnId,
  topicId: topicIds[topic] as TopicId,
  xid: String(100 + n),
  saidAt: 1_000 * n,
  vector: n % 4 === 0 ? null : Uint8Array.of(0, 1 + step, n & 0xff, (3 * n) & 0xff),
});
const made = topicIds.map((id, n) => ({
  id,
  name: id,
  salience: 0.1 + n / 10,
  xid: '100',
  isSettled: false,
}));
const told = (state: number, upto: number, turns: readonly SaidTurn[]) => ({
  state,
  upto: String(upto),
  statistics: null,
  made,
  taught: turns.map((turn) => ({
    ...turn,
    vector: turn.vector === null ? null : Buffer.from(turn.vector).toString('base64'),
  })),
});
const bitsOf = (held: HeldTopics) =>
  held
    .list()
    .map(({ centroid, ...topic }) => ({ ...topic, centroid: Buffer.from(centroid.buffer).toString('hex') }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

test('law 8: each turn is taken in once, whoever told of it, in whatever order and lots', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ topic: fc.nat(2), step: fc.nat(200), place: fc.nat(), own: fc.boolean() }), {
        minLength: 1,
        maxLength: 40,
      }),
      fc.integer({ min: 1, max: 7 }),
      (drawn, lot) => {
        const turns = drawn.map(({ step, topic }, n) => turnOf(n + 1, topic, step));
        const alone = new HeldTopics(none);
        alone.hear(told(alone.state, 100, []));
        for (const turn of turns) alone.say(turn);

        const other = new HeldTopics(none);
        other.hear(told(other.state, 100, []));
        const order = turns.toSorted((a, b) => placeOf(drawn, a) - placeOf(drawn, b));
        for (let at = 0; at < order.length; at += lot) {
          const some = order.slice(at, at + lot);
          for (const turn of some) if (drawn[Number(turn.turnId.slice(5)) - 1]?.own === true) other.say(turn);
          other.hear(told(other.state, 100, some));
          for (const turn of some) other.say(turn);
        }
        // Everything that was written is told, and then comes late once more.
        other.hear(told(other.state, 1_000, turns));
        for (const turn of turns) other.say(turn);
        expect(bitsOf(other)).toEqual(bitsOf(alone));
        expect(other.placeFor('m')).toMatchObject({ from: '1000', known: [] });
      },
    ),
  );
});

function placeOf(drawn: readonly { readonly place: number }[], { turnId }: SaidTurn): number {
  return drawn[Number(turnId.slice(5)) - 1]?.place ?? 0;
}

test('what cannot be brought up to date is loaded again: much came, a name changed, something was forgotten, a topic is not there', () => {
  const fresh = () => {
    const held = new HeldTopics({ ...none, topics: [{ ...rowOf('top_a'), numbers: Float64Array.of(1, 2) }] });
    expect(held.placeFor('m')).toBeDefined();
    return held;
  };
  const much = fresh();
  much.hear({ ...told(much.state, 0, []), upto: null });
  expect(much.placeFor('m')).toBeUndefined();
  const renamed = fresh();
  renamed.hear({
    ...told(renamed.state, 200, []),
    made: [{ ...rowOf('top_a'), name: 'other', xid: '150', isSettled: true }],
  });
  expect(renamed.placeFor('m')).toBeUndefined();
  const older = fresh();
  older.hear({ ...told(older.state, 200, []), made: [{ ...rowOf('top_b'), xid: '150', isSettled: true }] });
  expect(older.placeFor('m')).toBeUndefined();
  const missing = fresh();
  missing.say(turnOf(9, 2, 1));
  expect(missing.placeFor('m')).toBeUndefined();
  // What was looked for in vain is of another embedding model: it is not looked for at every turn.
  const again = new HeldTopics(none, missing);
  again.say(turnOf(10, 2, 1));
  expect(again.placeFor('m')).toBeDefined();
});

function rowOf(id: string) {
  return { id: id as TopicId, name: id, salience: 0.1, xid: '100', numbers: new Float64Array(0), seenAt: 5 };
}
