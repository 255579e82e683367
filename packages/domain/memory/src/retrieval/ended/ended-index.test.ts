import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EndedIndex, type EndedSource, type MadeFrom } from './ended-index.ts';

const exchange = fc.integer({ min: 0, max: 7 }).map((n) => `ex_${n}`);
const turnOf = (id: string): string => id.replace('ex', 'turn');

interface Written {
  readonly facts: readonly string[];
  readonly episodes: readonly { readonly exchanges: readonly string[]; readonly since: number }[];
  /** Which episode defined a concept and when, and which one a thought is about; -1 for none, 9 for one that was forgotten. */
  readonly concepts: readonly { readonly episode: number; readonly since: number | null }[];
  readonly thoughts: readonly number[];
  readonly ended: readonly EndedSource[];
}

const written: fc.Arbitrary<Written> = fc.record({
  facts: fc.array(exchange, { maxLength: 4 }),
  episodes: fc.array(
    fc.record({ exchanges: fc.uniqueArray(exchange, { maxLength: 4 }), since: fc.nat(99) }),
    {
      maxLength: 4,
    },
  ),
  concepts: fc.array(
    fc.record({ episode: fc.constantFrom(-1, 0, 1, 2, 9), since: fc.option(fc.nat(99)) }).map((one) => ({
      ...one,
      // What nothing defined was defined at no time.
      since: one.episode === -1 ? null : one.since,
    })),
    { maxLength: 4 },
  ),
  thoughts: fc.array(fc.constantFrom(0, 1, 9), { maxLength: 3 }),
  ended: fc.array(
    fc.oneof(
      fc.record({ exchanges: fc.uniqueArray(exchange, { maxLength: 3 }), turnId: fc.constant(null) }),
      fc.record({ exchanges: fc.constant([]), turnId: exchange.map(turnOf) }),
    ),
    { maxLength: 3 },
  ),
});

function madeOf({ concepts, episodes, facts, thoughts }: Written): MadeFrom[] {
  const idOf = (episode: number): string | null => (episode === -1 ? null : `ep_${episode}`);
  return [
    ...facts.map((from, n) => ({ id: `fact_${n}`, exchanges: [from], episodeId: null, since: null })),
    ...episodes.map((one, n) => ({ ...one, id: `ep_${n}`, episodeId: null })),
    ...concepts.map((one, n) => ({
      id: `con_${n}`,
      exchanges: [],
      episodeId: idOf(one.episode),
      since: one.since,
    })),
    ...thoughts.map((one, n) => ({ id: `tho_${n}`, exchanges: [], episodeId: idOf(one), since: null })),
  ];
}

const kinds: Readonly<Record<string, string>> = {
  con: 'concept',
  ep: 'episode',
  ex: 'exchange',
  tho: 'thought',
};

/** Everything that there is to ask about. */
function itemsOf(made: readonly MadeFrom[]) {
  const ids = [...made.map(({ id }) => id), ...Array.from({ length: 8 }, (_, n) => `ex_${n}`), 'ep_unknown'];
  return ids.map((id) => ({ id, kind: kinds[id.split('_')[0] as string] ?? 'fact' }));
}

/** What rests on what, with every row looked at for every item. */
function slowly({ ended, ...rows }: Written, id: string, forgotten: string): string[] {
  const made = madeOf({ ended, ...rows }).filter((one) => one.id !== forgotten);
  const item = made.find((one) => one.id === id);
  const from = item?.episodeId === null ? item : made.find((one) => one.id === item?.episodeId);
  const sources = id.startsWith('ex_') ? [id] : (from?.exchanges ?? []);
  return sources.filter((source) =>
    ended.some(({ exchanges, turnId }) => exchanges.includes(source) || turnId === turnOf(source)),
  );
}

describe('what may have ended of what was found', () => {
  it('is what rests on an exchange that said something that ended, in any order of reading, and again', () => {
    fc.assert(
      fc.property(written, fc.nat(), fc.boolean(), (rows, seed, again) => {
        const index = new EndedIndex();
        const made = madeOf(rows);
        const turned = made.map((_, at) => made[(at + seed) % made.length] as MadeFrom);
        const forgotten = turned[0]?.id ?? '';
        index.add([], rows.ended.slice(1));
        index.add(turned, rows.ended.slice(0, 1));
        if (again) index.add(made, rows.ended);
        index.remove([forgotten, 'ep_never']);
        const items = itemsOf(made);
        const expected = items.flatMap(({ id }) =>
          slowly(rows, id, forgotten).map((source) => ({ id, source })),
        );
        expect(index.rests(items, turnOf)).toEqual(expected);
        expect(index.hasEnded).toBe(
          rows.ended.some(({ exchanges, turnId }) => exchanges.length > 0 || turnId !== null),
        );
      }),
    );
  });

  it('began when its first source was said', () => {
    fc.assert(
      fc.property(written, (rows) => {
        const index = new EndedIndex();
        index.add(madeOf(rows), []);
        for (const [n, { since }] of rows.episodes.entries()) expect(index.since(`ep_${n}`)).toBe(since);
        for (const [n, { episode, since }] of rows.concepts.entries()) {
          const defining = rows.episodes[episode];
          expect(index.since(`con_${n}`)).toBe(defining && (since ?? defining.since));
        }
        for (const [n, episode] of rows.thoughts.entries())
          expect(index.since(`tho_${n}`)).toBe(rows.episodes[episode]?.since);
        expect([index.since('ex_0'), index.since('fact_0')]).toEqual([undefined, undefined]);
      }),
    );
  });
});
