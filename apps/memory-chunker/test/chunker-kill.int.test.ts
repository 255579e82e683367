import { type ExchangeId, memoryChunkJob } from '@salience/contracts';
import {
  backends,
  faultsEnv,
  type Plants,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
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

/** Plants what a person told, a day after the other. */
async function tell(speaker: string): Promise<ExchangeId[]> {
  const thread = await plants.thread();
  return Promise.all(
    told.map((message, day) =>
      plants.exchange(thread, day + 1, { message, speaker, at: new Date(Date.UTC(2030, 0, day + 1)) }),
    ),
  );
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

const untilChunked = (speakers: readonly string[]) =>
  until(
    async () => {
      const [row] = await database.admin<{ open: number }>(
        "select count(*)::int as open from salience.exchanges where speaker = any ($1) and chunk_state <> 'chunked'",
        [speakers],
      );
      return row?.open === 0 ? true : undefined;
    },
    { what: `every exchange of ${speakers.join()} to have its chunk`, timeoutMs: 60_000 },
  );

const jobsOf = (ids: readonly ExchangeId[]) =>
  ids.map((exchangeId) => ({ payload: { agentId: plants.agentId, exchangeId } }));

test('kill -9 at every point, a lost queue and two replicas leave the rows that one replica makes in turn (laws 1, 4)', {
  timeout: 240_000,
}, async () => {
  const env = { SALIENCE_CONCURRENCY: '1' };
  const first = await testQueues(backend, database);
  const doomed = await Promise.all(
    points.map((point) =>
      spawnApp('memory-chunker', {
        database,
        queues: first,
        readyMs,
        env: { ...env, ...faultsEnv({ [point]: { action: 'kill' } }) },
      }),
    ),
  );
  const people = ['Lea', 'Moe'];
  const exchanges = (await Promise.all(people.map(tell))).flat();
  await first.enqueueMany(memoryChunkJob, jobsOf(exchanges));
  await Promise.all(doomed.map(({ exited }) => exited));
  await first.close();
  // Their queue is gone with them: the rows are what is left to begin from.
  const second = await testQueues(backend, database);
  const one = await spawnApp('memory-chunker', { database, queues: second, env, readyMs });
  const inTurn = await tell('Kai');
  for (const id of inTurn) await second.enqueueMany(memoryChunkJob, jobsOf([id]));
  await untilChunked(['Kai']);
  await spawnApp('memory-chunker', { database, queues: second, env, readyMs });
  await second.enqueueMany(memoryChunkJob, jobsOf(exchanges.toReversed()));
  await untilChunked(people);
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
  expect(await one.stop()).toBe(0);
  await second.close();
});
