import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQueues, done, type QueueConnection } from '../src/index.ts';
import { freshTurn, noteJob, testQueues } from './contracts.ts';
import { closeDesksAfterEach, openDesk, until } from './desk.ts';
import { backends, redisTestServer, type TestServer } from './servers.ts';

describe.runIf(backends.includes('redis'))('what only Redis can do wrong', { timeout: 30_000 }, () => {
  let server: TestServer;
  let connection: QueueConnection;
  let admin: Redis;
  beforeAll(async () => {
    server = await redisTestServer();
    connection = await server.fresh(testQueues);
    admin = new Redis(connection.url);
  }, 60_000);
  afterAll(async () => {
    admin.disconnect();
    await server.dispose();
  });
  closeDesksAfterEach();

  it('refuses a server that would evict jobs', async () => {
    await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(createQueues({ connection })).rejects.toMatchObject({
      code: 'queues.eviction-policy',
      message: expect.stringContaining('maxmemory-policy noeviction'),
    });
    await admin.config('SET', 'maxmemory-policy', 'noeviction');
    const queues = await createQueues({ connection });
    await queues.close();
  });

  it('refuses a wrong password as unavailable, without hanging', async () => {
    const url = connection.url.replace(/:[^:@/]*@/, ':wrong@');
    const wrong: QueueConnection = { ...connection, url };
    await expect(createQueues({ connection: wrong })).rejects.toMatchObject({ code: 'queues.unavailable' });
  });

  it('law 1: after FLUSHALL new jobs are delivered by the same workers', async () => {
    const desk = await openDesk(await server.fresh(testQueues));
    const seen: string[] = [];
    await desk.work(noteJob, async (payload) => {
      seen.push(payload.key);
      return done();
    });
    await desk.queues.enqueue(noteJob, { key: 'one' });
    await until(() => seen.length === 1);
    await admin.flushall();
    await desk.queues.enqueue(noteJob, { key: 'one' });
    await until(() => seen.length === 2);
  });

  it('gives each queue and each turn one hash tag, and lets what is kept of a turn expire', async () => {
    const own = await server.fresh(testQueues);
    const desk = await openDesk(own);
    const prefix = own.prefix ?? '';
    const turn = freshTurn();
    await desk.queues.enqueue(noteJob, { key: 'tagged' });
    await desk.queues.live.publish(turn, [{ position: { fence: 1, n: 1 }, event: { type: 'ended' } }]);
    const keys = (await admin.keys('*')).filter((key) => key.includes(prefix));
    const tags = new Set(keys.map((key) => /^\{[^}]+\}/.exec(key)?.[0] ?? ''));
    expect([...tags].toSorted()).toEqual([`{${prefix}:live:${turn}}`, `{${prefix}:test-notes}`].toSorted());
    const stream = keys.find((key) => key.includes(turn)) ?? '';
    expect(await admin.pttl(stream)).toBeGreaterThan(0);
  });

  it('gives up in time on a server that hangs', async () => {
    const desk = await openDesk(connection);
    await desk.queues.ping();
    const [, pid = ''] = /process_id:(\d+)/.exec(await admin.info('server')) ?? [];
    process.kill(Number(pid), 'SIGSTOP');
    const start = performance.now();
    try {
      const sent = desk.queues.enqueue(noteJob, { key: 'stuck' });
      await expect(sent).rejects.toMatchObject({ code: 'queues.unavailable' });
    } finally {
      process.kill(Number(pid), 'SIGCONT');
    }
    expect(performance.now() - start).toBeLessThan(4_000);
    await until(() =>
      desk.queues.ping().then(
        () => true,
        () => false,
      ),
    );
  });
});
