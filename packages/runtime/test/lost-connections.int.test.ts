import { memoryChunkJob } from '@salience/contracts';
import {
  backends,
  plantsIn,
  spawnApp,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { beforeAll, describe, it } from 'vitest';

/** Each round ends every connection of every app, wherever in its statement or transaction it happens to be. */
const rounds = 60;

describe.each(backends())('lost connections on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
  });

  /** Ends what is connected now, but for this test's own connections. Resolves with how many were ended. */
  async function cutAll(): Promise<number> {
    const rows = await database.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename like 'salience\\_%' and usename <> 'salience_owner'`,
      [],
    );
    return rows.length;
  }

  it('no connection that breaks ends a worker, not as it starts and not as it works (laws 1, 4)', {
    timeout: 120_000,
  }, async () => {
    const plants = await plantsIn(database, new Date());
    const names = ['scheduler', 'memory-chunker', 'episodic', 'digest', 'consumer'] as const;
    const starting = Promise.all(names.map((name) => spawnApp(name, { database, queues, readyMs: 0 })));
    const thread = await plants.thread();
    const exchanges: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const exchangeId = await plants.exchange(thread, round + 1);
      exchanges.push(exchangeId);
      await queues.enqueue(memoryChunkJob, { agentId: plants.agentId, threadIds: [thread] }).catch(() => {});
      await until(cutAll, { what: 'connections to cut', everyMs: 5 + (round % 7) * 10 });
    }
    const apps = await starting;
    await until(
      async () => {
        const rows = await database.admin('select 1 from salience.chunks where exchange_id = any($1)', [
          exchanges,
        ]);
        return rows.length === exchanges.length;
      },
      { what: 'every exchange to have its chunk', timeoutMs: 60_000, everyMs: 100 },
    );
    for (const app of apps) await app.untilReady();
  });
});
