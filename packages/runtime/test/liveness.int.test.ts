import { episodeBuildJob, memoryChunkJob } from '@salience/contracts';
import type { AppRole } from '@salience/database/schema';
import {
  backends,
  outageDoor,
  plantsIn,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ProbedApp, stallMs, startProbed } from './worker-health.ts';

const patience = { timeoutMs: 40_000, everyMs: 100 };
const forEver = 3_600_000;

async function red({ probe }: ProbedApp): Promise<string> {
  const seen = await until(
    async () => {
      const health = await probe('/health');
      return health.status === 503 ? health : undefined;
    },
    { what: 'liveness to turn red', ...patience },
  );
  return (seen.body.stalled ?? []).join();
}

describe.each(backends())('liveness on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
  });

  it('turns red when a handler goes on after its job timed out', { timeout: 60_000 }, async () => {
    const plants = await plantsIn(database, new Date());
    const threadId = await plants.thread();
    await plants.exchange(threadId, 1);
    const hang = { 'chunker.loaded': { action: 'delay', delayMs: forEver } } as const;
    const env = { SALIENCE_JOB_TIMEOUT_MS: '200' };
    const chunker = await startProbed('memory-chunker', { database, queues, env, faults: hang });
    await queues.enqueue(memoryChunkJob, { agentId: plants.agentId, threadIds: [threadId] });
    expect(await red(chunker)).toMatch(/memory-chunk: memory\.chunk\/\S+ still runs/);
  });

  it('stays green while there is nothing to do', { timeout: 60_000 }, async () => {
    const episodic = await startProbed('episodic', { database, queues });
    await until(
      async () => {
        expect((await episodic.probe('/health')).status).toBe(200);
        const idle = await episodic.metric('salience_loop_idle_seconds', `loop="${episodeBuildJob.queue}"`);
        return (idle ?? 0) > (3 * stallMs) / 1_000;
      },
      { what: 'a long idle time', ...patience },
    );
  });

  it('stays green while the servers are away, and is ready again when they are back', {
    timeout: 120_000,
  }, async () => {
    const door = await outageDoor(queues.connection.url);
    const postgres = await outageDoor(database.adminUrl, database.urlFor('salience_scheduler'));
    onTestFinished(async () => {
      await door.close();
      await postgres.close();
    });
    const through = {
      database: {
        urlFor: (role: AppRole) => postgres.through(database.urlFor(role)),
        directUrlFor: (role: AppRole) => postgres.through(database.directUrlFor(role)),
      },
      queues: {
        env:
          backend === 'redis'
            ? { ...queues.env, REDIS_URL: door.through(queues.connection.url) }
            : queues.env,
      },
    };
    const apps = await Promise.all([
      startProbed('scheduler', through),
      startProbed('memory-chunker', through),
    ]);
    await postgres.shut();
    await door.shut();
    for (const app of apps) {
      const seen = await until(
        async () => {
          const ready = await app.probe('/ready');
          return ready.body.reasons?.length === 2 ? ready : undefined;
        },
        { what: 'readiness to turn red', ...patience },
      ).catch((cause: unknown) => {
        throw new Error(`readiness did not turn red; the app wrote:\n${app.app.log().slice(-4_000)}`, {
          cause,
        });
      });
      expect(seen.status).toBe(503);
      expect(seen.body.reasons?.toSorted().join()).toMatch(/postgres: .*queues: /);
    }
    const [scheduler, chunker] = apps;
    if (scheduler === undefined || chunker === undefined) throw new Error('both were started');
    await until(
      async () => {
        for (const app of apps) expect((await app.probe('/health')).status).toBe(200);
        const since = await scheduler.metric('salience_loop_last_success_seconds', 'loop="lane-sweeper"');
        return (since ?? 0) > (6 * stallMs) / 1_000;
      },
      { what: 'an outage longer than several stalls', ...patience },
    );
    await postgres.open();
    await door.open();
    for (const app of apps) {
      await until(
        async () => {
          expect((await app.probe('/health')).status).toBe(200);
          return (await app.probe('/ready')).status === 200;
        },
        { what: 'readiness to turn green', ...patience },
      );
    }
    const plants = await plantsIn(database, new Date());
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    await until(
      async () => {
        const rows = await database.admin('select 1 from salience.chunks where exchange_id = $1', [
          exchangeId,
        ]);
        return rows.length === 1;
      },
      { what: 'work to go on where it stopped', ...patience },
    );
  });

  // What these hang in never comes to the queues: one backend says it all.
  if (backend !== backends()[0]) return;

  it('turns red when a run of a loop hangs, and names the loop (law 8)', { timeout: 60_000 }, async () => {
    const hang = { 'scheduler.swept': { action: 'delay', delayMs: forEver } } as const;
    const scheduler = await startProbed('scheduler', { database, queues, faults: hang });
    expect(await red(scheduler)).toMatch(/^lane-sweeper: its run hangs .* for \d+ s$/);
  });

  it('turns red when the heartbeat hangs', { timeout: 60_000 }, async () => {
    const hang = { 'worker.beat': { action: 'delay', delayMs: forEver, after: 1 } } as const;
    const scheduler = await startProbed('scheduler', { database, queues, faults: hang });
    expect(await red(scheduler)).toMatch(/^heartbeat: /);
  });

  it('ends what hangs where it is told to, for whoever starts it again', { timeout: 60_000 }, async () => {
    const hang = { 'scheduler.swept': { action: 'delay', delayMs: forEver } } as const;
    const env = { SALIENCE_STALL_EXIT_MS: '500' };
    const scheduler = await startProbed('scheduler', { database, queues, env, faults: hang });
    await expect(scheduler.app.exited).resolves.toMatchObject({ code: 1 });
    expect(scheduler.app.log()).toContain('worker hung');
  });

  it('answers nobody while its event loop is blocked, which a probe sees', { timeout: 60_000 }, async () => {
    const block = { 'scheduler.swept': { action: 'block', delayMs: forEver, after: 2 } } as const;
    const scheduler = await startProbed('scheduler', { database, queues, faults: block, readyMs: 0 });
    await until(
      () =>
        scheduler.probe('/health').then(
          () => false,
          (error: Error) => error.name,
        ),
      {
        what: 'no answer',
        ...patience,
      },
    );
    await expect(scheduler.probe('/health')).rejects.toThrow(/timeout/);
  });
});
