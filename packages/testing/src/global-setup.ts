import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findRedisServer } from '@salience/embedded';
import { messageOf } from '@salience/errors';
import type { TestProject } from 'vitest/node';
import { compileCache } from './servers/places.ts';
import { lazyServers } from './servers/run-servers.ts';

/** What the run tells its test files. */
interface RunContext {
  /** Ask here for the run's servers; they start at the first question. */
  readonly serversUrl: string;
  /** Whether a Redis server program was found: test files must know before anything is started. */
  readonly redis: boolean;
}

declare module 'vitest' {
  interface ProvidedContext {
    salience: RunContext;
  }
}

/**
 * Vitest's global setup: offers one private Postgres with a migrated template database, one private Redis and the
 * prepared embedding model to all test files of the run. SALIENCE_TEST_REDIS_SERVER names the Redis server program;
 * without it one on the path is used. Everything is stopped and removed at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  trimCompileCache();
  const named = process.env.SALIENCE_TEST_REDIS_SERVER;
  const program = findRedisServer({ configured: named, searchPath: process.env.PATH });
  const servers = lazyServers(program);
  const door = createServer((_request, response) => {
    servers.get().then(
      (addresses) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(addresses)),
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(messageOf(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    door.once('error', reject);
    door.listen(0, '127.0.0.1', resolve);
  });
  project.provide('salience', {
    serversUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}/`,
    redis: program !== undefined,
  });
  return async () => {
    await new Promise<void>((resolve) => {
      door.close(() => resolve());
      door.closeAllConnections();
    });
    await servers.stop();
  };
}

/** Several times what the repository and its libraries come to. */
const compiledMax = 20_000;

/** Begins anew when programs in folders of a moment, which tests start, have filled the cache with what nobody finds again. */
function trimCompileCache(): void {
  if (existsSync(compileCache) && readdirSync(compileCache, { recursive: true }).length > compiledMax)
    rmSync(compileCache, { recursive: true, force: true });
}
