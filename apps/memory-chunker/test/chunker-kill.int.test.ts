import { type ExchangeId, memoryChunkJob, type ThreadId } from '@salience/contracts';
import {
  backends,
  faultsEnv,
  type Plants,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const points = ['chunker.loaded', 'chunker.before-save', 'chunker.after-save'] as const;
/** Five processes start on a machine that may have two cores. */
const readyMs = 90_000;
const backend = backends()[0] ?? 'postgres';
const told = [
  'I live in Oslo.',
  'I live in Porto and I work as a nurse.',
  'My name is Kai. I love jazz.',
  'I live in Porto.',
  'I live in Braga.',
];

let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date('2030-01-01T12:00:00Z'));
});
afterAll(() => database.close());

/** Plants what a person told on a day. */
const tellOne = (thread: ThreadId, speaker: string, day: number): Promise<ExchangeId> =>
  plants.exchange(thread, day + 1, {
    message: told[day] as string,
    speaker,
    at: new Date(Date.UTC(2030, 0, day + 1)),
  });

/** Plants what a person told, a day after the other. */
async function tell(speaker: string): Promise<ThreadId> {
  const thread = await plants.thread();
  await Promise.all(told.map((_, day) => tellOne(thread, speaker, day)));
  return thread;
}

/** Everything that was made of what a person told, without the ids. */
async function madeOf(speaker: string) {
  const traits = await database.admin(
    `select key, value, origin, confidence, mentions, category, valid_from, valid_to, last_seen_at,
       (select count(*)::int from salience.trait_sources s where s.trait_id = t.id) as sources
     from salience.traits t where person = $1 order by key, valid_from`,
    [speaker],
  );
  const facts = await database.admin(
    `select key, value, confidence, half, span_start, span_end, valid_from, valid_to from salience.facts where subject = $1
     order by said_at, key, value`,
    [speaker],
  );
  const [chunks] = await database.admin(
    `select count(*)::int as chunks, count(distinct exchange_id)::int as exchanges from salience.chunks
     where exchange_id in (select id from salience.exchanges where speaker = $1)`,
    [speaker],
  );
  return { traits, facts, chunks };
}

/** How many of what people told have their chunk. */
async function chunked(speakers: readonly string[]): Promise<number> {
  const [row] = await database.admin<{ chunked: number }>(
    `select count(*)::int as chunked from salience.exchanges e join salience.chunks c on c.exchange_id = e.id
     where e.speaker = any ($1)`,
    [speakers],
  );
  return row?.chunked ?? 0;
}

/** Sends hints until something is so: one that meets the lease of a worker that died comes to nothing. */
const hintUntil = (
  queues: TestQueues,
  threadIds: readonly ThreadId[],
  what: string,
  isSo: () => boolean | Promise<boolean>,
) =>
  until(
    async () => {
      if (await isSo()) return true;
      await queues.enqueue(memoryChunkJob, { agentId: plants.agentId, threadIds: [...threadIds] });
      return undefined;
    },
    { what, timeoutMs: 60_000, everyMs: 150 },
  );

test('kill -9 at every point, a lost queue and two replicas leave the rows that one replica makes in turn (laws 1, 4)', {
  timeout: 240_000,
}, async () => {
  const env = { SALIENCE_CONCURRENCY: '1', SALIENCE_MEMORY_LEASE_MS: '2000' };
  const spawn = async (faults: Readonly<Record<string, string>> = {}) => {
    const queues = await testQueues(backend, database);
    const app = await spawnApp('memory-chunker', { database, queues, readyMs, env: { ...env, ...faults } });
    return { app, queues };
  };
  const [inTurn, ...doomed] = await Promise.all([
    spawn(),
    ...points.map((point) => spawn(faultsEnv({ [point]: { action: 'kill' } }))),
  ]);
  const alone = await plants.thread();
  for (const day of told.keys()) {
    await tellOne(alone, 'Kai', day);
    await hintUntil(
      inTurn.queues,
      [alone],
      `chunk ${day + 1} of Kai`,
      async () => (await chunked(['Kai'])) === day + 1,
    );
  }
  expect(await inTurn.app.stop()).toBe(0);

  // Each has a queue of its own, so that they die in turn, and it is gone with them: the rows are what is left to begin from.
  const people = ['Lea', 'Moe'];
  const threads = await Promise.all(people.map(tell));
  const kept: number[] = [];
  for (const [at, { app, queues }] of doomed.entries()) {
    await hintUntil(queues, threads, `the worker to die at ${points[at] ?? ''}`, () => isDead(app));
    kept.push(await chunked(people));
    await queues.close();
  }
  // All ten, then five are lost; two are kept, and whoever kept them dies with that.
  expect(kept).toEqual([0, 0, 2]);
  const queues = await testQueues(backend, database);
  const replicas = await Promise.all(
    [1, 2].map(() => spawnApp('memory-chunker', { database, queues, env, readyMs })),
  );
  await hintUntil(queues, [], 'every chunk of both', async () => (await chunked(people)) === 2 * told.length);
  const expected = await madeOf('Kai');
  expect(expected.chunks).toEqual({ chunks: told.length, exchanges: told.length });
  expect(expected.traits.map(({ key, sources, value }) => [key, value, sources])).toEqual([
    ['lives_in', 'Oslo', 1],
    ['lives_in', 'Porto', 2],
    ['lives_in', 'Braga', 1],
    ['name', 'Kai', 1],
    ['taste:jazz', 'likes jazz', 1],
    ['works_as', 'nurse', 1],
  ]);
  for (const person of people) expect(await madeOf(person), person).toEqual(expected);
  for (const replica of replicas) expect(await replica.stop()).toBe(0);
  await queues.close();
});

function isDead(app: SpawnedApp): boolean {
  return !app.ready();
}
