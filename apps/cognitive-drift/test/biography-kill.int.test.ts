import {
  faultsEnv,
  type Plants,
  plantsIn,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { plantEpisode, plantTrait } from './plant-memories.ts';

let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date(Date.now() - 3_600_000));
});

/** The points at which a writer dies; what its table holds after each is less than one row, and after the last exactly one. */
const writers = [
  ['autobiographies', ['biography.claimed', 'biography.before-save', 'biography.after-save']],
  ['tool_profiles', ['profiles.before-save', 'profiles.after-save']],
] as const;

/** A run that used a tool once. */
async function plantSearch(at: Date) {
  const exchange = await plants.exchange(await plants.thread(), 1, { message: 'Find a kayak.' });
  await database.admin(
    `with s as (insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, call, at)
       select turn_id, 0, agent_id, thread_id, turn_id, 'action', 'succeeded', '{"tool": "search"}', $2 from salience.exchanges where id = $1)
     insert into salience.tool_records (agent_id, day, tool, successes, failures) values ($3, $2::date, 'search', 1, 0)`,
    [exchange, at, plants.agentId],
  );
}

/** A stand-in for waiting: the clock of leases is the database's. */
const endLeases = () =>
  database.admin(
    "update salience.chores set lease_until = now() - interval '1 second' where lease_until is not null",
  );

it('kill -9 at each point, and two replicas after it: each version and profile once, nothing twice (law 4)', async () => {
  const at = new Date(Date.now() - 3_600_000);
  const gists = [
    'Ana moved to Porto.',
    'A boiler broke.',
    'I want to run a marathon.',
    'A kite flew.',
    'A pond froze.',
  ];
  for (const gist of gists) await plantEpisode(database, plants, { gist, at });
  await plantTrait(database, plants, { key: 'lives_in', value: 'Lisbon', category: 'core' });
  const spawn = (point?: string) =>
    spawnApp('cognitive-drift', {
      database,
      env: {
        SALIENCE_DRIFT: 'off',
        SALIENCE_DRIFT_QUIET_MS: '1000',
        SALIENCE_DRIFT_LOOK_MS: '100',
        ...(point === undefined ? {} : faultsEnv({ [point]: { action: 'kill' } })),
      },
      // It may be gone before it is ready.
      readyMs: 0,
    });
  for (const [table, points] of writers) {
    // Not sooner: the other loop would be done with it before this one dies.
    if (table === 'tool_profiles') await plantSearch(at);
    for (const point of points) {
      const doomed = await spawn(point);
      expect((await doomed.exited).signal, `${point}: ${doomed.log().slice(-2_000)}`).toBe('SIGKILL');
      const rows = await database.admin(`select 1 from salience.${table}`);
      expect(rows, point).toHaveLength(point.endsWith('after-save') ? 1 : 0);
      await endLeases();
    }
  }
  // As if six hours were over: now two of them at once.
  for (const gist of ['A heron came.', 'A fence fell.', 'A bell rang.'])
    await plantEpisode(database, plants, { gist, at });
  await database.admin('update salience.chores set next_at = null');
  const both = await Promise.all([spawn(), spawn()]);
  await Promise.all(both.map((app) => app.untilReady()));
  const open = 'select 1 from salience.episodes where told_version is null';
  await until(async () => (await database.admin(open)).length === 0, { what: 'the second version' });
  for (const app of both) expect(await app.stop()).toBe(0);
  const versions = await database.admin<{ version: number; identity: string }>(
    "select version, sections->'identity'->0->>'text' as identity from salience.autobiographies order by 1",
  );
  expect(versions).toEqual([1, 2].map((version) => ({ version, identity: 'The user lives in Lisbon.' })));
  const scenarios = await database.admin('select tool, text from salience.tool_scenarios');
  expect(scenarios).toEqual([{ tool: 'search', text: 'Find a kayak.' }]);
  // Words of people are in no log (law: ids and numbers only).
  for (const app of both) expect(app.log()).not.toMatch(/Lisbon|kayak|marathon/);
}, 240_000);
