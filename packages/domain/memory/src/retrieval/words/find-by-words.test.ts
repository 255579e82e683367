import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findByWords, type WordQuery } from './find-by-words.ts';
import { type IndexedItem, WordIndex } from './word-index.ts';

const stems = ['boat', 'lake', 'rope', 'sail', 'storm', 'tea'] as const;
const speakers = [null, 'ana', 'rui'] as const;
const hourMs = 3_600_000;

interface Said {
  readonly thread: number;
  readonly hours: number;
  readonly speaker: number;
  readonly words: readonly (readonly [number, number])[];
}

const said = fc.record({
  thread: fc.nat(2),
  hours: fc.nat(8),
  speaker: fc.nat(2),
  words: fc.uniqueArray(fc.tuple(fc.nat(stems.length - 1), fc.integer({ min: 1, max: 4 })), {
    selector: ([stem]) => stem,
    maxLength: 5,
  }),
});

/** Exchanges of three threads, in the order in which they were said in each. */
function exchangesOf(talk: readonly Said[]): IndexedItem[] {
  const lengths = [0, 0, 0];
  const times = [0, 0, 0];
  return talk.map(({ hours, speaker, thread, words }, at) => {
    const seq = ((lengths[thread] as number) += 1);
    times[thread] = (times[thread] as number) + hours * hourMs;
    return {
      kind: 'exchange' as const,
      id: `ex_${String(at).padStart(3, '0')}`,
      threadId: `thr_${thread}`,
      seq,
      at: times[thread] as number,
      until: null,
      turnId: `turn_${at}`,
      speaker: speakers[speaker] ?? null,
      words: words.map(([stem, frequency]) => [stems[stem] as string, frequency] as const),
      sample: '',
    };
  });
}

/** BM25 with shares for neighbours as docs/adr/0026-retrieval.md says it, of every exchange, with nothing looked up. */
function slowly(exchanges: readonly IndexedItem[], asked: readonly string[], until: number) {
  const holding = (stem: string) =>
    exchanges.filter(({ words }) => words.some(([word]) => word === stem)).length;
  const documents = Math.max(10, exchanges.length);
  const mean =
    exchanges.length === 0
      ? 8
      : Math.max(1, exchanges.reduce((sum, { words }) => sum + words.length, 0) / exchanges.length);
  const idf = (stem: string) => Math.log(1 + (documents - holding(stem) + 0.5) / (holding(stem) + 0.5));
  const total = asked.reduce((sum, stem) => sum + idf(stem), 0);
  const rarest = asked.toSorted((a, b) => holding(a) - holding(b) || (a < b ? -1 : 1));
  const top = idf(rarest[0] ?? '');
  const rare = rarest.filter((stem, at) => at === 0 || idf(stem) >= 0.3 * top);
  const own = (item: IndexedItem): number => {
    if (item.at > until || !item.words.some(([word]) => rare.includes(word))) return 0;
    const damped = 0.9 * (0.6 + (0.4 * item.words.length) / mean);
    const sum = item.words
      .filter(([word]) => asked.includes(word))
      .reduce((all, [word, tf]) => all + (idf(word) * tf * 1.9) / (tf + damped), 0);
    return Math.min(1, sum / total);
  };
  const at = (thread: string, seq: number) =>
    exchanges.find((item) => item.threadId === thread && item.seq === seq && item.at <= until);
  return exchanges
    .filter((item) => item.at <= until)
    .map((item) => {
      const from = (steps: number, share: number) => {
        const other = at(item.threadId, item.seq - steps);
        return other === undefined ? 0 : share * own(other);
      };
      return {
        id: item.id,
        words: own(item),
        neighbours: Math.min(1, from(1, 0.6) + from(2, 0.3) + from(-1, 0.3)),
      };
    })
    .filter(({ neighbours, words }) => words + neighbours > 0);
}

const query = (asked: readonly string[], more: Partial<WordQuery> = {}): WordQuery => ({
  stems: asked,
  nameStems: new Set(),
  near: [],
  pool: 1_000,
  now: 0,
  ...more,
});

describe('finding by words', () => {
  it('finds what a slow and obvious search finds, with the same evidence, also as of an earlier time', () => {
    fc.assert(
      fc.property(
        fc.array(said, { maxLength: 30 }),
        fc.uniqueArray(fc.constantFrom(...stems), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(40), { nil: undefined }),
        (talk, asked, hours) => {
          const exchanges = exchangesOf(talk);
          const until = hours === undefined ? undefined : hours * hourMs;
          const index = new WordIndex();
          index.add(exchanges);
          const { matches } = findByWords(index, query(asked, { until }));
          const found = matches
            .map(({ neighbours, row, words }) => ({ id: row.id, words, neighbours }))
            .toSorted((a, b) => (a.id < b.id ? -1 : 1));
          const expected = slowly(exchanges, asked, until ?? Number.POSITIVE_INFINITY);
          expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          for (const [at, one] of found.entries()) {
            expect(one.words).toBeCloseTo(expected[at]?.words as number, 9);
            expect(one.neighbours).toBeCloseTo(expected[at]?.neighbours as number, 9);
          }
        },
      ),
    );
  });

  it('finds the same however the memory was read: in any order, again, and with what was forgotten since', () => {
    fc.assert(
      fc.property(
        fc.array(said, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(19), { maxLength: 20 }),
        fc.uniqueArray(fc.nat(19), { maxLength: 4 }),
        (talk, order, gone) => {
          const exchanges = exchangesOf(talk);
          const left = exchanges.filter((_, at) => !gone.includes(at));
          const plain = new WordIndex();
          plain.add(left);
          const shuffled = new WordIndex();
          for (const at of order) shuffled.add(exchanges.slice(at, at + 1));
          shuffled.add(exchanges);
          shuffled.remove(exchanges.filter((_, at) => gone.includes(at)).map(({ id }) => id));
          const told = (index: WordIndex) => {
            const { matches, sessions } = findByWords(index, query(['boat', 'lake', 'tea'], { pool: 6 }));
            const of = matches.map(({ neighbours, row, words }) => [row.id, words, neighbours]);
            return {
              of: of.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
              sessions: sessions.toSorted((a, b) => a.from - b.from || (a.threadId < b.threadId ? -1 : 1)),
            };
          };
          expect(told(shuffled)).toEqual(told(plain));
        },
      ),
    );
  });

  it('knows the one speaker that is named, leaves out the turn that asks, and brings what is near in meaning', () => {
    const talk = [0, 1, 2].map((speaker) => ({ thread: 0, hours: 1, speaker, words: [[0, 1]] as const }));
    const index = new WordIndex();
    index.add(exchangesOf([...talk, { thread: 1, hours: 1, speaker: 0, words: [] }]));
    const { matches } = findByWords(
      index,
      query(['ana', 'boat'], {
        nameStems: new Set(['ana']),
        speaker: 'ana',
        exceptTurnId: 'turn_2',
        near: ['ex_003'],
      }),
    );
    expect(Object.fromEntries(matches.map(({ row, speaks }) => [row.id, speaks]))).toEqual({
      ex_000: false,
      ex_001: true,
      ex_003: false,
    });
  });

  it('scores facts, episodes, concepts and thoughts by the share of the question that they hold', () => {
    const index = new WordIndex();
    const [exchange] = exchangesOf([{ thread: 0, hours: 0, speaker: 0, words: [[0, 1]] }]) as [IndexedItem];
    const kinds = ['fact', 'episode', 'concept', 'thought'] as const;
    index.add([
      exchange,
      ...kinds.map((kind) => ({ ...exchange, kind, id: kind, until: kind === 'thought' ? 5 : null })),
    ]);
    const found = (now: number) =>
      findByWords(index, query(['boat'], { now })).matches.map(({ row, words }) => [row.kind, words > 0]);
    expect(found(0)).toEqual([['exchange', true], ...kinds.map((kind) => [kind, true])]);
    expect(found(9).map(([kind]) => kind)).not.toContain('thought');
  });
});
