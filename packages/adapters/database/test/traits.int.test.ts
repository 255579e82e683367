import type { ExchangeId, Trust } from '@salience/contracts';
import { type Plants, plantsIn, saveChunk, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetItems } from './forget-items.ts';
import { findByTheirWords } from './search-memory.ts';
import { type Database, newId } from '../src/index.ts';
import { findMemories } from '../src/doors/recall.ts';
import { type SaveChunk } from '../src/doors/remembering.ts';

let database: TestDatabase;
let plants: Plants;
let chunkers: Database[];
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date('2026-01-01T12:00:00Z'));
  chunkers = [1, 2].map(() => database.connect('salience_memory_chunker'));
});
afterAll(() => database.close());

const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12));
const base = { category: 'core', literal: true, ended: false, half: 'message', start: 0, end: 5 } as const;

interface Said {
  readonly at: number;
  readonly value: string;
  readonly origin?: 'explicit' | 'inferred';
  readonly confidence?: number;
  readonly trust?: Trust;
  readonly key?: string;
  readonly ended?: boolean;
  /** The key as traits carry it, where that is another one; facts of it stand side by side. */
  readonly traitKey?: string;
}

/** Plants what somebody said and gives what a chunker would store of it. */
async function said(person: string, seq: number, thread: string, part: Said): Promise<SaveChunk> {
  const {
    at,
    confidence = 0.9,
    ended = false,
    key = 'lives_in',
    origin = 'explicit',
    traitKey,
    trust = 'user',
    value,
  } = part;
  const exchangeId = await plants.exchange(thread as never, seq, {
    message: `I live in ${value}.`,
    trust,
    speaker: person === 'user' ? null : person,
    at: day(at),
  });
  return {
    agentId: plants.agentId,
    exchangeId,
    now: new Date(),
    model: 'test',
    entities: [],
    gists: [],
    facts: ended
      ? []
      : [
          {
            id: newId('fact'),
            subject: person,
            key,
            value,
            confidence,
            singleValued: traitKey === undefined,
          },
        ],
    traits: [
      {
        ...base,
        id: newId('trait'),
        person,
        key: traitKey ?? key,
        value: traitKey?.startsWith('taste:') ? `${key} ${value}` : value,
        origin,
        confidence,
        trust,
        ended,
      },
    ],
  };
}

/** All that is known of a person, in the order of time. */
const historyOf = (person: string) =>
  database.admin<{
    value: string;
    from: number;
    to: number | null;
    mentions: number;
    origin: string;
    said: number;
  }>(
    `select value, extract(day from valid_from)::int as "from", extract(day from valid_to)::int as "to", mentions, origin,
       (select count(*)::int from salience.trait_sources s where s.trait_id = t.id) as said
     from salience.traits t where person = $1 order by valid_from`,
    [person],
  );

const factsOf = (person: string) =>
  database.admin(
    `select value, extract(day from valid_from)::int as "from", extract(day from valid_to)::int as "to" from salience.facts
     where subject = $1 order by said_at`,
    [person],
  );

const chunker = (n = 0) => chunkers[n] as Database;
const agent = () => ({ agentId: plants.agentId });

/** What is told of a person where something is asked on a day. */
async function traitsOf(person: string, at: Date) {
  const about = { person, at, limit: 8 };
  return (await findMemories(chunker(), { ...agent(), found: [], about })).traits;
}

async function tell(person: string, parts: readonly Said[]): Promise<SaveChunk[]> {
  const thread = await plants.thread();
  const chunks: SaveChunk[] = [];
  for (const [index, part] of parts.entries()) chunks.push(await said(person, index + 1, thread, part));
  return chunks;
}

async function store(person: string, parts: readonly Said[]): Promise<void> {
  for (const chunk of await tell(person, parts)) await saveChunk(chunker(), chunk);
}

describe('traits', () => {
  it('a stated value ends the one before, which stays in history and as of its time', async () => {
    await store('Ada', [
      { at: 1, value: 'Oslo' },
      { at: 10, value: 'Porto' },
    ]);
    expect(await historyOf('Ada')).toEqual([
      { value: 'Oslo', from: 1, to: 10, mentions: 1, origin: 'explicit', said: 1 },
      { value: 'Porto', from: 10, to: null, mentions: 1, origin: 'explicit', said: 1 },
    ]);
    const asOf = async (n: number) => (await traitsOf('Ada', day(n))).map(({ value }) => value);
    expect([await asOf(0), await asOf(5), await asOf(11)]).toEqual([[], ['Oslo'], ['Porto']]);
    // Search tells what held then in place of what holds now, also where it is not among what it found by itself.
    const told = async (n: number, more: { pool?: number; until?: Date } = {}) => {
      const at = day(n);
      const ask = { ...agent(), query: 'Where does Ada live?', pool: 40, kinds: ['fact' as const] };
      const { items } = await findByTheirWords(chunker(), { ...ask, held: { from: at, to: at }, ...more });
      return items.map(({ held, text }) => [text, held]);
    };
    const oslo = 'Ada lives in Oslo (until 2026-01-10)';
    expect(await told(5)).toEqual([[oslo, true]]);
    expect(await told(5, { pool: 1 })).toEqual([[oslo, true]]);
    expect(await told(11)).toEqual([['Ada lives in Porto', true]]);
    // Before anything was said nothing held; as of then nothing is told, else what came later, as such.
    expect(await told(0)).toEqual(expect.arrayContaining([[oslo, false]]));
    expect(await told(0, { until: day(0) })).toEqual([]);
  });

  it.each<[string, Said[], string]>([
    [
      'stated beats inferred, however sure',
      [
        { at: 1, value: 'Oslo', origin: 'inferred', confidence: 1 },
        { at: 2, value: 'Porto', confidence: 0.4 },
      ],
      'Porto',
    ],
    [
      'inferred never ends what was stated',
      [
        { at: 1, value: 'Porto', confidence: 0.4 },
        { at: 2, value: 'Oslo', origin: 'inferred', confidence: 1 },
      ],
      'Porto',
    ],
    [
      'inferred needs to be surer than inferred',
      [
        { at: 1, value: 'Porto', origin: 'inferred', confidence: 0.6 },
        { at: 2, value: 'Oslo', origin: 'inferred', confidence: 0.5 },
      ],
      'Porto',
    ],
    [
      'a surer inference takes over',
      [
        { at: 1, value: 'Oslo', origin: 'inferred', confidence: 0.5 },
        { at: 2, value: 'Porto', origin: 'inferred', confidence: 0.6 },
      ],
      'Porto',
    ],
    [
      'law 10: outside text never ends what a person said',
      [
        { at: 1, value: 'Porto', confidence: 0.4 },
        { at: 2, value: 'Oslo', trust: 'external', confidence: 1 },
      ],
      'Porto',
    ],
    [
      'law 10: nor does the agent',
      [
        { at: 1, value: 'Porto', origin: 'inferred', confidence: 0.4 },
        { at: 2, value: 'Oslo', trust: 'agent', confidence: 1 },
      ],
      'Porto',
    ],
    [
      'a person corrects what came from outside',
      [
        { at: 1, value: 'Oslo', trust: 'external', confidence: 1 },
        { at: 2, value: 'Porto', origin: 'inferred', confidence: 0.4 },
      ],
      'Porto',
    ],
  ])('%s', async (name, parts, value) => {
    await store(name, parts);
    const now = await traitsOf(name, day(20));
    expect(now.map((trait) => trait.value)).toEqual([value]);
  });

  it('law 10: outside text that repeats what a person said takes none of its trust away', async () => {
    await store('Eve', [
      { at: 1, value: 'Porto' },
      { at: 2, value: 'Porto', trust: 'external' },
      { at: 3, value: 'Oslo', trust: 'external' },
    ]);
    const [trait] = await traitsOf('Eve', day(9));
    expect(trait).toMatchObject({ value: 'Porto', trust: 'user', mentions: 1 });
    expect(await factsOf('Eve')).toMatchObject([
      { to: null },
      { to: null },
      { value: 'Oslo', from: 3, to: 3 },
    ]);
  });

  it('what is said to hold no longer ends, with nothing in its place, until it is said again', async () => {
    const parts: Said[] = [
      { at: 1, value: 'Oslo' },
      { at: 3, value: 'Porto', ended: true },
      { at: 5, value: 'oslo', ended: true },
      { at: 7, value: 'Faro', trust: 'external' },
      { at: 8, value: 'Faro', trust: 'external', ended: true },
      { at: 9, value: 'Oslo' },
      { at: 11, value: 'Oslo', trust: 'external', ended: true },
    ];
    await store('Max', parts);
    const expected = [
      { value: 'Oslo', from: 1, to: 5, mentions: 1, origin: 'explicit', said: 2 },
      { value: 'Faro', from: 7, to: 8, mentions: 1, origin: 'explicit', said: 2 },
      { value: 'Oslo', from: 9, to: null, mentions: 1, origin: 'explicit', said: 1 },
    ];
    expect(await historyOf('Max')).toEqual(expected);
    const late = await tell('Mia', parts);
    await Promise.all(late.toReversed().map((chunk, n) => saveChunk(chunker(n % 2), chunk)));
    expect(await historyOf('Mia')).toEqual(expected);
    // A fact ends with what was known of its person.
    const facts = [
      { value: 'Oslo', from: 1, to: 5 },
      { value: 'Faro', from: 7, to: 8 },
      { value: 'Oslo', from: 9, to: null },
    ];
    expect(await factsOf('Max')).toEqual(facts);
    expect(await factsOf('Mia')).toEqual(facts);
  });

  it('of values that stand side by side each ends by itself, and liking ends disliking', async () => {
    const parts: Said[] = [
      { at: 1, key: 'plays', traitKey: 'plays:tennis', value: 'tennis' },
      { at: 2, key: 'plays', traitKey: 'plays:golf', value: 'golf' },
      { at: 3, key: 'plays', traitKey: 'plays:tennis', value: 'tennis', ended: true },
      { at: 4, key: 'likes', traitKey: 'taste:sushi', value: 'sushi' },
      { at: 5, key: 'likes', traitKey: 'taste:tea', value: 'tea' },
      { at: 6, key: 'dislikes', traitKey: 'taste:sushi', value: 'sushi' },
      { at: 7, key: 'likes', traitKey: 'taste:tea', value: 'tea', trust: 'external', ended: true },
    ];
    const expected = [
      { value: 'tennis', from: 1, to: 3 },
      { value: 'golf', from: 2, to: null },
      { value: 'sushi', from: 4, to: 6 },
      { value: 'tea', from: 5, to: null },
      { value: 'sushi', from: 6, to: null },
    ];
    await store('Lou', parts);
    expect(await factsOf('Lou')).toEqual(expected);
    const late = await tell('Leo', parts);
    await Promise.all(late.toReversed().map((chunk, n) => saveChunk(chunker(n % 2), chunk)));
    expect(await factsOf('Leo')).toEqual(expected);
  });

  it('the same again strengthens, each time by less, and never beyond 1', async () => {
    await store(
      'Bo',
      Array.from({ length: 6 }, (_, n) => ({
        at: n + 1,
        value: n % 2 === 0 ? 'Porto' : 'porto',
        confidence: 0.6,
      })),
    );
    const [trait] = await traitsOf('Bo', day(9));
    expect(trait).toMatchObject({ mentions: 6, lastSeenAt: day(6), validFrom: day(1) });
    expect(trait?.confidence).toBeGreaterThan(0.6);
    expect(trait?.confidence).toBeLessThan(0.8);
  });

  it('two chunkers that read the exchanges in any order store what one stores that reads them in turn (law 4)', async () => {
    const parts: Said[] = [
      { at: 1, value: 'Oslo', origin: 'inferred', confidence: 0.8 },
      { at: 2, value: 'Porto' },
      { at: 3, value: 'Porto', origin: 'inferred' },
      { at: 4, value: 'Faro', trust: 'external' },
      { at: 5, value: 'Braga' },
      { at: 6, value: 'Braga' },
      { at: 7, value: 'Oslo', origin: 'inferred', confidence: 1 },
    ];
    await store('in turn', parts);
    const expected = await historyOf('in turn');
    const facts = await factsOf('in turn');
    expect(expected.map(({ value, from, to, said: sources }) => [value, from, to, sources])).toEqual([
      ['Oslo', 1, 2, 1],
      ['Porto', 2, 5, 2],
      ['Braga', 5, null, 2],
    ]);
    for (const round of [1, 2, 3]) {
      const person = `at once ${round}`;
      const chunks = await tell(person, parts);
      const shuffled = chunks.map(
        (_, n) => chunks[(n * (round + 1) + round * 3) % chunks.length] as SaveChunk,
      );
      // Each of them by both, as a job that is delivered twice.
      await Promise.all(
        shuffled.flatMap((chunk, n) => [
          saveChunk(chunker(n % 2), chunk),
          saveChunk(chunker((n + 1) % 2), chunk),
        ]),
      );
      expect(await historyOf(person)).toEqual(expected);
      expect(await factsOf(person)).toEqual(facts);
    }
  });

  it('what nobody in particular said counts as a person’s word and keeps its label until a person says the same (law 10)', async () => {
    const thread = await plants.thread({ at: day(1) });
    const parts: readonly Said[] = [
      { at: 1, value: 'Oslo', trust: 'user' },
      { at: 2, value: 'Porto', trust: 'unverified' },
      { at: 3, value: 'Rome', trust: 'agent', origin: 'inferred' },
    ];
    for (const [index, part] of parts.entries())
      await saveChunk(chunker(), await said('Nell', index + 1, thread, part));
    const label = async () =>
      (
        await database.admin("select trust from salience.traits where person = 'Nell' and valid_to is null")
      )[0];
    expect(await label()).toEqual({ trust: 'unverified' });
    await saveChunk(chunker(), await said('Nell', 4, thread, { at: 4, value: 'Porto', trust: 'user' }));
    expect(await label()).toEqual({ trust: 'user' });
    await saveChunk(chunker(), await said('Nell', 5, thread, { at: 5, value: 'Porto', trust: 'unverified' }));
    expect(await historyOf('Nell')).toMatchObject([
      { value: 'Oslo', to: 2 },
      { value: 'Porto', from: 2, to: null, mentions: 3 },
    ]);
    expect(await label()).toEqual({ trust: 'user' });
    expect(await factsOf('Nell')).toMatchObject([
      { value: 'Oslo', to: 2 },
      { value: 'Porto', to: null },
      { value: 'Rome', from: 3, to: 3 },
      { value: 'Porto', to: null },
      { value: 'Porto', to: null },
    ]);
  });

  it('what rests on an answer to nobody in particular is the agent’s word, and ends nothing that was said', async () => {
    const thread = await plants.thread({ at: day(1) });
    const answered = async (seq: number, part: Said) => {
      const chunk = await said('Olaf', seq, thread, { ...part, origin: 'inferred' });
      return {
        ...chunk,
        facts: [],
        traits: (chunk.traits ?? []).map((trait) => ({ ...trait, half: 'reply' as const })),
      };
    };
    await saveChunk(
      chunker(),
      await said('Olaf', 1, thread, { at: 1, value: 'Oslo', trust: 'unverified', origin: 'inferred' }),
    );
    await saveChunk(
      chunker(),
      await answered(2, { at: 2, value: 'Rome', trust: 'unverified', confidence: 1 }),
    );
    expect(await historyOf('Olaf')).toMatchObject([{ value: 'Oslo', to: null }]);
    await saveChunk(chunker(), await said('Olaf', 3, thread, { at: 3, value: 'Turin', trust: 'unverified' }));
    expect(await historyOf('Olaf')).toMatchObject([
      { value: 'Oslo', to: 3 },
      { value: 'Turin', to: null },
    ]);
  });

  it('what is taken away brings back what it had ended', async () => {
    const chunks = await tell('Kim', [
      { at: 1, value: 'Oslo' },
      { at: 2, value: 'Porto' },
    ]);
    for (const chunk of chunks) await saveChunk(chunker(), chunk);
    const gone = chunks[1]?.exchangeId as ExchangeId;
    await forgetItems(database, plants.agentId, [gone]);
    expect(await historyOf('Kim')).toMatchObject([{ value: 'Oslo', to: null }]);
    expect(await factsOf('Kim')).toMatchObject([{ value: 'Oslo', to: null }]);
  });
});
