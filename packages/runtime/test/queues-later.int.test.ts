import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryChunkJob } from '@salience/contracts';
import { newId } from '@salience/database';
import { findRedisServer, freePort, startPrivateRedis } from '@salience/embedded';
import { backends, until } from '@salience/testing';
import { describe, expect, it } from 'vitest';
import { createQueuesLater } from '../src/queues-later.ts';

describe('an app that starts while Redis is away (law 1)', () => {
  it.runIf(backends().includes('redis'))('is refused at once, and served when Redis is back', async () => {
    const server = findRedisServer({
      configured: process.env.SALIENCE_TEST_REDIS_SERVER,
      searchPath: process.env.PATH,
    });
    if (server === undefined) throw new Error('this run has Redis but no server program');
    const folder = mkdtempSync(join(tmpdir(), 'salience-later-'));
    const settings = { server, dir: folder, port: await freePort(), endWithCaller: true };
    const before = await startPrivateRedis(settings);
    await before.stop();
    const payload = { agentId: newId('agent'), threadIds: [newId('thread')] };
    const queues = await createQueuesLater({ connection: { backend: 'redis', url: before.url } });
    await expect(queues.enqueue(memoryChunkJob, payload)).rejects.toMatchObject({
      code: 'queues.unavailable',
    });
    await expect(queues.ping()).rejects.toMatchObject({ code: 'queues.unavailable' });

    const redis = await startPrivateRedis({ ...settings, port: before.port });
    try {
      await until(() => queues.enqueue(memoryChunkJob, payload).then(() => true), {
        what: 'the queue server',
      });
      const depths = await queues.depths();
      expect(depths.find((view) => view.queue === memoryChunkJob.queue)?.waiting).toBe(1);
    } finally {
      await queues.close();
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
