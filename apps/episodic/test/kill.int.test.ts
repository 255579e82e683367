import type { ExperienceId, RangeId } from '@salience/contracts';
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
import { bookshop, plantAnswer } from './experience-world.ts';

/** Every moment between two statements of what makes episodes. A worker dies at each; others take its work over. */
const points = [
  'episodic.loaded',
  'episodic.before-save',
  'episodic.after-save',
  'experience.begun',
  'experience.before-save',
  'experience.after-save',
] as const;
const start = new Date('2030-01-01T12:00:00Z');
const count = 2 * points.length;

let database: TestDatabase;
let plants: Plants;
let spawn: (app: 'episodic' | 'scheduler', env?: object, readyMs?: number) => Promise<SpawnedApp>;
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
  spawn = (app, env = {}, readyMs = 90_000) =>
    spawnApp(app, { database, queues, readyMs, env: { ...own, ...env } });
}, 60_000);
afterAll(() => database.close());

const rangeText = (n: number) =>
  `We moved the meeting about boat number ${n} to Madeira because of the storm.`;

test('kill -9 at each point of a build: every range and every answer becomes one episode, the same as in one worker (laws 1, 4)', {
  timeout: 240_000,
}, async () => {
  const ranges: RangeId[] = [];
  const experiences: ExperienceId[] = [];
  for (let n = 0; n < count; n += 1) {
    const threadId = await plants.thread();
    await plants.exchange(threadId, 1, { chunkState: 'chunked', message: rangeText(n) });
    ranges.push(await plants.range(threadId, 1, 1));
    experiences.push(await plantAnswer(database, plants, { text: bookshop(`${n}`), at: start }));
  }
  const left = new Set<string>(['scheduler.experiences-swept', ...points]);
  for (const point of left) {
    // Some are dead before they could say that they are ready; the sweeper with its first finds in hand and nothing sent.
    const app = point.startsWith('scheduler') ? 'scheduler' : 'episodic';
    const doomed = await spawn(app, faultsEnv({ [point]: { action: 'kill' } }), 0);
    void doomed.exited.then(() => left.delete(point));
  }
  await until(() => !left.has('scheduler.experiences-swept'), {
    what: 'the sweeper to die',
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
    async () => {
      const [open] = await database.admin<{ n: number }>(
        `select (select count(*) from salience.ranges where state = 'pending')::int
          + (select count(*) from salience.experiences where state = 'pending')::int as n`,
      );
      return open?.n === 0;
    },
    { what: 'everything to be worked', timeoutMs: 90_000, everyMs: 200 },
  );
  const ofRanges = await database.admin(
    'select range_id as id, gist from salience.episodes where range_id is not null',
  );
  expect(new Map(ofRanges.map(({ id, gist }) => [id, gist]))).toEqual(
    new Map(ranges.map((id, n) => [id, rangeText(n)])),
  );
  expect(ofRanges).toHaveLength(ranges.length);
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
  expect(await database.admin('select 1 from salience.dead_letters')).toEqual([]);
});
