import {
  asPerson,
  backends,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** What is enough for an image where nothing is found by meaning. */
const enough = 1_100;

describe.each(backends().slice(0, 1))('images of memories on %s', (backend) => {
  let database: TestDatabase;
  let apps: SpawnedApp[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backend, database);
    const env = { SALIENCE_EMBEDDER: 'off' };
    apps = await Promise.all(
      (['consumer', 'digest', 'episodic'] as const).map((app) =>
        spawnApp(app, { database, queues, env, readyMs: 90_000 }),
      ),
    );
  }, 150_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.close();
  });

  test('a digest that read much of an agent has its image made, by another app', async () => {
    await database.admin(
      `with said as (select n, a.id as agent from salience.agents a, generate_series(1, $1::integer) n where a.name = 'default'),
         thread as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
           select 'thr_old', id, 'old', 'test', '{}', now(), now() from salience.agents where name = 'default')
       insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, message, mode, trust, source, said_at, ended_at, kind, fence)
       select 'ex_' || n, agent, 'thr_old', 'turn_' || n, n, 'The number of boat ' || n || ' is ' || n * 7, 'RESPOND', 'user', 'test', now(), now(),
         'answered', 0 from said`,
      [enough],
    );
    const response = await fetch(`${apps[0]?.httpUrl() ?? ''}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'What is the number of boat 501?', thread_id: 'asks' }),
    });
    expect(response.status).toBe(200);
    await response.text();
    const images = await until(
      async () => {
        const rows = await database.admin<{ model_id: string }>(
          'select model_id from salience.memory_images',
        );
        return rows.length > 0 && rows;
      },
      { what: 'an image of what the agent remembers', timeoutMs: 60_000 },
    );
    expect(images).toEqual([{ model_id: '' }]);
  }, 120_000);
});
