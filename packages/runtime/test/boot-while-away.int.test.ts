import type { AppRole } from '@salience/database/schema';
import {
  backends,
  outageDoor,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProbed } from './worker-health.ts';

const patience = { timeoutMs: 30_000, everyMs: 50 };

describe.each(backends())('a worker that starts while its servers are away, on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
  });

  async function behindDoors() {
    const postgres = await outageDoor(database.adminUrl, database.urlFor('salience_episodic'));
    const queueServer = await outageDoor(queues.connection.url);
    onTestFinished(async () => {
      await postgres.close();
      await queueServer.close();
    });
    await postgres.shut();
    await queueServer.shut();
    const behind = {
      urlFor: (role: AppRole) => postgres.through(database.urlFor(role)),
      directUrlFor: (role: AppRole) => postgres.through(database.directUrlFor(role)),
    };
    const env =
      backend === 'redis'
        ? { ...queues.env, REDIS_URL: queueServer.through(queues.connection.url) }
        : queues.env;
    return { postgres, queueServer, options: { database: behind, queues: { env }, readyMs: 0 } };
  }

  it('waits, alive and not ready, says for what, and works when they come', { timeout: 90_000 }, async () => {
    const { postgres, queueServer, options } = await behindDoors();
    const episodic = await startProbed('episodic', options);
    const waiting = async () => (await episodic.probe('/ready')).body.reasons?.join() ?? '';
    await until(async () => (await waiting()).startsWith('waiting for Postgres: '), {
      what: 'waiting for Postgres',
      ...patience,
    });
    expect((await episodic.probe('/health')).status).toBe(200);
    expect(episodic.app.lines()).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: 'waiting for Postgres' }),
    );
    await postgres.open();
    // On Postgres there is no second server to wait for.
    if (backend === 'redis') {
      await until(async () => (await waiting()).startsWith('waiting for the queue server: '), {
        what: 'waiting for the queue server',
        ...patience,
      });
    }
    await until(async () => (await episodic.probe('/health')).status === 200, {
      what: 'liveness',
      ...patience,
    });
    await queueServer.open();
    await episodic.app.untilReady();
    await until(async () => (await episodic.probe('/ready')).status === 200, {
      what: 'readiness',
      ...patience,
    });
    expect(await episodic.app.stop()).toBe(0);
  });

  it('ends in good order when it is told to stop while it waits', { timeout: 60_000 }, async () => {
    const { options } = await behindDoors();
    const episodic = await startProbed('episodic', options);
    await until(() => episodic.app.log().includes('waiting for Postgres'), { what: 'waiting', ...patience });
    expect(await episodic.app.stop()).toBe(0);
  });
});
