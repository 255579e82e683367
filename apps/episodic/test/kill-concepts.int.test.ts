import type { EpisodeId } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  backends,
  clockControl,
  faultsEnv,
  type Plants,
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Every moment between two statements of what reads concepts. A worker dies at each; others take its work over. */
const points = [
  'episodic.concept.loaded',
  'episodic.concept.before-save',
  'episodic.concept.after-save',
] as const;
const start = new Date('2030-01-01T12:00:00Z');
const count = 4 * points.length;

let database: TestDatabase;
let plants: Plants;
let spawn: (app: 'episodic' | 'scheduler', faults: Parameters<typeof faultsEnv>[0]) => Promise<SpawnedApp>;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  await clockControl(database).set(start);
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const own = {
    SALIENCE_CLOCK: 'shared',
    SALIENCE_CONCURRENCY: '1',
    SALIENCE_EMBEDDER: 'off',
    SALIENCE_SWEEP_MS: '300',
  };
  spawn = (app, faults) =>
    spawnApp(app, { database, queues, readyMs: 90_000, env: { ...own, ...faultsEnv(faults) } });
}, 60_000);
afterAll(() => database.close());

/** An episode as it lies there when whoever stored it died before it could send anything. */
async function episode(message: string): Promise<EpisodeId> {
  const thread = await plants.thread();
  const exchangeId = await plants.exchange(thread, 1, { message, chunkState: 'chunked' });
  const rangeId = await plants.range(thread, 1, 1);
  const id = newId('episode');
  await database.admin(
    `insert into salience.episodes (id, agent_id, thread_id, range_id, first_exchange_id, last_exchange_id, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at, concept_swept_at)
     values ($1, $2, $3, $4, $5, $5, 'x', 'x', '', '[]', 0.5, true, 'user', 'test', 'test', $6, $6, $6, null)`,
    [id, plants.agentId, thread, rangeId, exchangeId, start],
  );
  await database.admin("update salience.ranges set state = 'built' where id = $1", [rangeId]);
  return id;
}

test('kill -9 at each point, two replicas and a sweeper: every episode is in the graph exactly once (laws 1, 4)', {
  timeout: 180_000,
}, async () => {
  for (let n = 0; n < count; n += 1) await episode('My sister Ana lives in Porto and she plays the cello.');
  const [sweeper, ...doomed] = await Promise.all([
    spawn('scheduler', { 'scheduler.concepts-swept': { action: 'kill' } }),
    ...points.map((point) => spawn('episodic', { [point]: { action: 'kill' } })),
  ]);
  await sweeper.exited;
  await spawn('scheduler', {});
  const left = (): string[] => points.filter((_, at) => doomed[at]?.ready() === true);
  await until(() => left().length === 0, {
    what: 'every doomed worker to reach its point',
    timeoutMs: 60_000,
  }).catch((cause: unknown) => {
    throw new Error(`never reached: ${left().join()}`, { cause });
  });
  await Promise.all([spawn('episodic', {}), spawn('episodic', {})]);
  await until(
    async () =>
      (await database.admin("select 1 from salience.episodes where concept_state = 'pending'")).length === 0,
    { what: 'every episode to be read', timeoutMs: 90_000, everyMs: 200 },
  );
  const concepts = await database.admin<{ name: string; mentions: number; sources: number }>(
    `select name, mentions, (select count(*)::int from salience.concept_sources s where s.concept_id = c.id) as sources
     from salience.concepts c where name in ('Ana', 'Porto', 'cello') order by name collate "C"`,
  );
  expect(concepts).toEqual(
    ['Ana', 'Porto', 'cello'].map((name) => ({ name, mentions: count, sources: count })),
  );
  const lives = await database.admin("select mentions from salience.relations where type = 'lives-in'");
  expect(lives).toEqual([{ mentions: count }]);
  const doubled = await database.admin(
    'select 1 from salience.concepts group by agent_id, lower(name) having count(*) > 1',
  );
  expect(doubled).toEqual([]);
  expect(await database.admin("select 1 from salience.episodes where concept_state = 'failed'")).toEqual([]);
  expect(await database.admin('select 1 from salience.dead_letters')).toEqual([]);
});
