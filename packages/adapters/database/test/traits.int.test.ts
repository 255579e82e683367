import type { ExchangeId, Trust } from '@salience/contracts';
import { type Plants, plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, factsAsOf, newId, type SaveChunk, saveChunk, traitsFor } from '../src/index.ts';

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
}

/** Plants what somebody said and gives what a chunker would store of it. */
async function said(person: string, seq: number, thread: string, part: Said): Promise<SaveChunk> {
  const {
    at,
    confidence = 0.9,
    ended = false,
    key = 'lives_in',
    origin = 'explicit',
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
    facts: [{ id: newId('fact'), subject: person, key, value, confidence, singleValued: true }],
    traits: [{ ...base, id: newId('trait'), person, key, value, origin, confidence, trust, ended }],
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
    const asOf = async (n: number) =>
      (await traitsFor(chunker(), { ...agent(), person: 'Ada', limit: 8, now: day(n) })).map(
        ({ value }) => value,
      );
    expect([await asOf(0), await asOf(5), await asOf(11)]).toEqual([[], ['Oslo'], ['Porto']]);
    const facts = async (n: number) =>
      (await factsAsOf(chunker(), { ...agent(), at: day(n) })).filter(({ subject }) => subject === 'Ada');
    expect((await facts(5)).map(({ value }) => value)).toEqual(['Oslo']);
    expect((await facts(11)).map(({ value }) => value)).toEqual(['Porto']);
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
    const now = await traitsFor(chunker(), { ...agent(), person: name, limit: 8, now: day(20) });
    expect(now.map((trait) => trait.value)).toEqual([value]);
  });

  it('law 10: outside text that repeats what a person said takes none of its trust away', async () => {
    await store('Eve', [
      { at: 1, value: 'Porto' },
      { at: 2, value: 'Porto', trust: 'external' },
      { at: 3, value: 'Oslo', trust: 'external' },
    ]);
    const [trait] = await traitsFor(chunker(), { ...agent(), person: 'Eve', limit: 8, now: day(9) });
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
    const [trait] = await traitsFor(chunker(), { ...agent(), person: 'Bo', limit: 8, now: day(9) });
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
    // Worked out anew from everything that was said it is the same.
    await database.admin("select salience.settle_traits($1, 'in turn', 'lives_in')", [plants.agentId]);
    expect(await historyOf('in turn')).toEqual(expected);
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

  it('what is taken away brings back what it had ended', async () => {
    const chunks = await tell('Kim', [
      { at: 1, value: 'Oslo' },
      { at: 2, value: 'Porto' },
    ]);
    for (const chunk of chunks) await saveChunk(chunker(), chunk);
    const gone = chunks[1]?.exchangeId as ExchangeId;
    await database.admin('delete from salience.trait_sources where exchange_id = $1', [gone]);
    await database.admin('delete from salience.facts where exchange_id = $1', [gone]);
    await database.admin(
      "select salience.settle_traits($1, 'Kim', 'lives_in'), salience.settle_facts($1, 'kim', 'lives_in')",
      [plants.agentId],
    );
    expect(await historyOf('Kim')).toMatchObject([{ value: 'Oslo', to: null }]);
    expect(await factsOf('Kim')).toMatchObject([{ value: 'Oslo', to: null }]);
  });
});
