import type { AgentId } from '@salience/contracts';
import { driftRules } from '@salience/memory';
import {
  asPerson,
  backends,
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type FakeModelServer,
  faultsEnv,
  plantLived,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const start = new Date('2030-01-01T12:00:00Z');

let database: TestDatabase;
let agentId: AgentId;
let clock: ClockControl;
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, start));
  clock = clockControl(database);
});
beforeEach(async () => {
  await database.admin(
    'truncate salience.concepts, salience.drift_agents, salience.drift_runs, salience.thoughts cascade',
  );
  await database.admin(
    'truncate salience.turns, salience.lanes, salience.threads, salience.episodes, salience.memory_progress cascade',
  );
  await clock.set(start, 0);
  await plantLived(database, {
    agentId,
    talk: ['The kayak leaks since the storm at the lake.', 'Marta repairs the boathouse roof.'],
    names: ['kayak', 'storm', 'boathouse'],
    at: start,
  });
  // Due, without the first look that only sets the time.
  await database.admin(
    'insert into salience.drift_agents (agent_id, next_at) values ($1, $2) on conflict (agent_id) do update set next_at = $2',
    [agentId, start],
  );
  await clock.advance(driftRules.intervalMs);
});

const thoughts = () => database.admin<{ id: string }>('select id from salience.thoughts');

async function drift(
  more: Readonly<Record<string, string>> = {},
  queues?: TestQueues,
  readyMs?: number,
): Promise<SpawnedApp> {
  const env = { SALIENCE_CLOCK: 'shared', SALIENCE_DRIFT_LOOK_MS: '50', SALIENCE_EMBEDDER: 'off', ...more };
  const options = {
    ...(queues === undefined ? {} : { queues }),
    ...(readyMs === undefined ? {} : { readyMs }),
  };
  const app = await spawnApp('cognitive-drift', { database, env, ...options });
  onTestFinished(() => app.kill9());
  return app;
}

describe('killed in the middle of a thought (law 4)', () => {
  it.each(['drift.claimed', 'drift.before-call', 'drift.before-save', 'drift.after-save'])(
    'at %s, another worker goes on and one thought is kept',
    async (point) => {
      const first = await drift(faultsEnv({ [point]: { action: 'kill' } }), undefined, 0);
      expect((await first.exited).signal).toBe('SIGKILL');
      await database.admin(
        "update salience.drift_agents set lease_until = clock_timestamp() - interval '1 second' where owner is not null",
      );
      const second = await drift();
      await until(async () => (await thoughts()).length > 0, { what: 'a thought' });
      await until(
        async () =>
          (await database.admin('select 1 from salience.drift_agents where owner is not null')).length === 0,
        { what: 'the agent to be given back' },
      );
      expect(await second.stop()).toBe(0);
      expect(await thoughts()).toHaveLength(1);
      const states = await database.admin<{ state: string }>(
        'select state from salience.drift_runs order by id',
      );
      const lost = point === 'drift.before-call' || point === 'drift.before-save';
      expect(states.map(({ state }) => state).toSorted()).toEqual(lost ? ['lost', 'stored'] : ['stored']);
    },
    60_000,
  );
});

describe.each(backends().slice(0, 1))('a fleet over %s', (backend) => {
  let queues: TestQueues;
  let model: FakeModelServer;
  beforeAll(async () => {
    queues = await testQueues(backend, database);
    model = await createFakeModelServer([{ stall: 'head' }]);
  });
  afterAll(async () => {
    await model.close();
    await queues.close();
  });

  it('leaves an open model call for a message, thinks again when it was answered, and lets two replicas keep one thought', async () => {
    const apps = await Promise.all([
      drift(model.env, queues),
      spawnApp('consumer', { database, queues, env: { SALIENCE_CLOCK: 'shared' } }),
      spawnApp('digest', { database, queues, env: { SALIENCE_CLOCK: 'shared', SALIENCE_EMBEDDER: 'off' } }),
    ]);
    onTestFinished(async () => void (await Promise.all(apps.map((app) => app.stop()))));
    await until(() => model.requests().length === 1, { what: 'an open model call' });
    const response = await fetch(`${apps[1].httpUrl()}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Hello' }),
    });
    await until(() => model.aborted().length === 1, { what: 'the model call to be left' });
    await response.text();
    expect(await thoughts()).toEqual([]);
    const runs = () => database.admin<{ state: string }>('select state from salience.drift_runs order by id');
    await until(async () => (await runs())[0]?.state === 'yielded', { what: 'the run to say so' });
    // Busy until the quiet time is over, whatever else it waits for.
    expect(model.requests()).toHaveLength(1);
    expect(await apps[0].stop()).toBe(0);
    await clock.advance(driftRules.intervalMs);
    // Nobody has chunked the exchange yet: that job waits for somebody who serves people.
    const waiting = async () => (await queues.depths(['memory-chunk']))[0]?.waiting;
    await until(async () => (await waiting()) === 1, { what: 'the job of the exchange' });
    const two = await Promise.all([drift({}, queues), drift({}, queues)]);
    expect(await thoughts()).toEqual([]);
    const chunker = await spawnApp('memory-chunker', { database, queues, env: { SALIENCE_CLOCK: 'shared' } });
    onTestFinished(() => chunker.kill9());
    await until(async () => (await thoughts()).length === 1, {
      what: 'a thought of the quiet fleet',
      timeoutMs: 30_000,
    });
    await Promise.all(two.map((app) => app.stop()));
    expect(await thoughts()).toHaveLength(1);
  }, 120_000);
});
