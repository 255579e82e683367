import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { findRedisServer, startPrivateRedis, startPrivateRedisCluster } from '@salience/embedded';
import { placeOfRun, scratchFolder } from '../servers/places.ts';
import { closesWithFile, insideVitest, runContext } from '../servers/test-run.ts';
import type { TestQueues } from './test-queues.ts';

/** What else than one Redis server carries queues of that backend. */
export type OtherRedis = 'a Redis cluster' | 'Valkey';

/**
 * The others that this run can test, for `describe.each`. One that cannot be had is registered as a skipped test of the calling file:
 * Valkey is the program that SALIENCE_TEST_VALKEY_SERVER names.
 */
export function otherRedis(): OtherRedis[] {
  const wanted = (process.env.SALIENCE_TEST_BACKENDS ?? 'redis').split(',').includes('redis');
  const usable: Readonly<Record<OtherRedis, boolean>> = {
    'a Redis cluster': wanted && runContext().redis,
    Valkey: wanted && program('Valkey') !== undefined,
  };
  const all = Object.keys(usable) as OtherRedis[];
  for (const one of all.filter((kind) => !usable[kind]))
    insideVitest().test.skip(`NOT RUN on ${one}: no server program, or left out`, () => {});
  return all.filter((kind) => usable[kind]);
}

/**
 * Starts one for this file, which ends with it: three masters, one Valkey server, or one Redis server whatever the Redis of this run is, for
 * releases that know nothing else.
 */
export async function otherNamespace(
  kind: OtherRedis | 'one Redis server',
): Promise<Pick<TestQueues, 'connection' | 'env'>> {
  const server = program(kind);
  if (server === undefined) throw new Error(`This run has no program for ${kind}; use otherRedis().`);
  const dir = scratchFolder('other-redis', placeOfRun());
  const options = { server, dir, endWithCaller: true };
  const started = await (kind === 'a Redis cluster'
    ? startPrivateRedisCluster(options)
    : startPrivateRedis(options));
  closesWithFile(async () => {
    await started.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const { url } = started;
  const prefix = `t${randomBytes(5).toString('hex')}`;
  return {
    connection: { backend: 'redis', url, prefix },
    env: { REDIS_URL: url, SALIENCE_QUEUE_PREFIX: prefix },
  };
}

function program(kind: OtherRedis | 'one Redis server'): string | undefined {
  return kind === 'Valkey'
    ? findRedisServer({ configured: process.env.SALIENCE_TEST_VALKEY_SERVER, searchPath: '' })
    : findRedisServer({
        configured: process.env.SALIENCE_TEST_REDIS_SERVER,
        searchPath: process.env.PATH,
      });
}
