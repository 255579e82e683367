import { episodeBuildJob, type ExperienceId, type ThreadId } from '@salience/contracts';
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
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookshop, plantAnswer } from './experience-world.ts';

/** Every moment between two statements of what makes episodes and reads their concepts. A worker dies at each; others take its work over. */
const tellPoints = ['episodic.loaded', 'episodic.before-save', 'episodic.after-save'] as const;
const experiencePoints = ['experience.begun', 'experience.before-save', 'experience.after-save'] as const;
const start = new Date('2030-01-01T12:00:00Z');
const count = 12;

let database: TestDatabase;
let plants: Plants;
let spawn: (
  app: 'episodic' | 'scheduler',
  env?: object,
  where?: { readonly readyMs?: number; readonly queues?: { readonly env: Readonly<Record<string, string>> } },
) => Promise<SpawnedApp>;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  await clockControl(database).set(start);
  const shared = await queueNamespace(backends()[0] ?? 'postgres', database);
  const own = {
    SALIENCE_CLOCK: 'shared',
    SALIENCE_CONCURRENCY: '1',
    SALIENCE_EMBEDDER: 'off',
    SALIENCE_SWEEP_MS: '300',
    // Long enough to be renewed on a busy machine: a lease that is lost and given back leaves no batch to be halved.
    SALIENCE_MEMORY_LEASE_MS: '8000',
  };
  spawn = (app, env = {}, { queues = shared, readyMs = 90_000 } = {}) =>
    spawnApp(app, { database, queues, readyMs, env: { ...own, ...env } });
}, 60_000);
afterAll(() => database.close());

const toldOf = (n: number) => `My sister Ana lives in Porto and plays the cello on boat number ${n}.`;

test('kill -9 at each point: every stretch and every answer becomes one episode, and is in the graph once, as in one worker (laws 1, 4)', {
  timeout: 300_000,
}, async () => {
  const threads: ThreadId[] = [];
  for (let n = 0; n < count; n += 1) {
    const threadId = await plants.thread();
    threads.push(threadId);
    await plants.exchange(threadId, 1, { chunked: true, message: toldOf(n) });
    await plants.over(threadId);
  }
  // Each has a queue of its own, so that they die in turn: twelve are lost, then six; three are kept.
  const doomed = await Promise.all(
    tellPoints.map(async (point) => {
      const queues = await testQueues(backends()[0] ?? 'postgres', database);
      const app = await spawn('episodic', faultsEnv({ [point]: { action: 'kill' } }), { queues });
      return { app, queues };
    }),
  );
  const kept: number[] = [];
  for (const [at, { app, queues }] of doomed.entries()) {
    await until(
      async () => {
        if (!app.ready()) return true;
        await queues.enqueue(episodeBuildJob, { agentId: plants.agentId });
        return undefined;
      },
      { what: `the worker to die at ${tellPoints[at] ?? ''}`, timeoutMs: 60_000, everyMs: 150 },
    );
    await queues.close();
    kept.push((await database.admin('select 1 from salience.episodes')).length);
  }
  expect(kept).toEqual([0, 0, 3]);

  const experiences: ExperienceId[] = [];
  for (let n = 0; n < count; n += 1)
    experiences.push(await plantAnswer(database, plants, { text: bookshop(`${n}`), at: start }));
  const sweepPoints = ['scheduler.memory-swept', 'scheduler.experiences-swept'];
  const left = new Set<string>([...sweepPoints, ...experiencePoints]);
  for (const point of left) {
    // Some are dead before they could say that they are ready; the sweepers with their first finds in hand and nothing sent.
    const app = point.startsWith('scheduler') ? 'scheduler' : 'episodic';
    const one = await spawn(app, faultsEnv({ [point]: { action: 'kill' } }), { readyMs: 0 });
    void one.exited.then(() => left.delete(point));
  }
  await until(() => sweepPoints.every((point) => !left.has(point)), {
    what: 'the sweepers to die',
    timeoutMs: 90_000,
  });
  await spawn('scheduler');
  await until(() => left.size === 0, { what: 'every doomed worker to die', timeoutMs: 90_000 }).catch(
    (cause: unknown) => {
      throw new Error(`never reached: ${[...left].join()}`, { cause });
    },
  );
  await Promise.all([spawn('episodic'), spawn('episodic')]);
  await until(
    async () =>
      (await database.admin("select 1 from salience.experiences where state = 'pending'")).length === 0,
    { what: 'every answer to be worked', timeoutMs: 90_000, everyMs: 200 },
  );
  await until(
    async () => {
      const [open] = await database.admin<{ n: number }>(
        `select (select count(*) from salience.memory_progress where told_seq < chunked_seq)::int
           + (select count(*) from salience.memory_retries)::int as n`,
      );
      return open?.n === 0;
    },
    { what: 'everything to be told', timeoutMs: 90_000, everyMs: 200 },
  );
  const ofThreads = await database.admin(
    'select thread_id as id, gist from salience.episodes where first_seq is not null',
  );
  expect(new Map(ofThreads.map(({ id, gist }) => [id, gist]))).toEqual(
    new Map(threads.map((id, n) => [id, toldOf(n)])),
  );
  expect(ofThreads).toHaveLength(threads.length);
  const ofAnswers = await database.admin(
    `select x.id, p.gist from salience.episodes p join salience.experiences x on x.episode_id = p.id and x.state = 'stored'`,
  );
  expect(new Map(ofAnswers.map(({ id, gist }) => [id, gist]))).toEqual(
    new Map(experiences.map((id, n) => [id, bookshop(`${n}`)])),
  );
  expect(await database.admin("select 1 from salience.episodes where source = 'experience'")).toHaveLength(
    count,
  );
  expect(await database.admin('select 1 from salience.episode_exchanges')).toHaveLength(2 * count);

  const concepts = await database.admin<{ name: string; mentions: number; sources: number }>(
    `select name, mentions, (select count(*)::int from salience.concept_sources s where s.concept_id = c.id
       and s.episode_id in (select id from salience.episodes where first_seq is not null)) as sources
     from salience.concepts c where name in ('Ana', 'cello') order by name collate "C"`,
  );
  expect(concepts).toEqual(['Ana', 'cello'].map((name) => ({ name, mentions: count, sources: count })));
  const lives = await database.admin(
    `select r.mentions from salience.relations r join salience.concepts c on c.id = r.from_id
     where r.type = 'lives-in' and c.name = 'Ana'`,
  );
  expect(lives).toEqual([{ mentions: count }]);
  const doubled = await database.admin(
    'select 1 from salience.concepts group by agent_id, lower(name) having count(*) > 1',
  );
  expect(doubled).toEqual([]);
  // The answers are in it too.
  const read = await database.admin(
    `select count(distinct p.id)::int as episodes from salience.concept_sources s join salience.episodes p on p.id = s.episode_id
     where p.source = 'experience'`,
  );
  expect(read).toEqual([{ episodes: count }]);
  expect(await database.admin('select 1 from salience.dead_letters')).toEqual([]);
});
