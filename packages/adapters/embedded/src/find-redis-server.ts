import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { SalienceError } from '@salience/errors';

/** Where to look for a Redis or Valkey server program. */
export interface RedisSearch {
  /** A program that was named by configuration; when set, it is used or the search fails. */
  readonly configured?: string | undefined;
  /** The folders of the PATH variable, as it is written there. */
  readonly searchPath?: string | undefined;
  /** A cache folder that `obtainRedisServer` may have filled. */
  readonly cacheDir?: string | undefined;
}

/** Name of the launcher that `obtainRedisServer` leaves in its cache folder. */
export const REDIS_LAUNCHER = 'redis-server';

/**
 * The first server program that runs: the configured one, `redis-server` or `valkey-server` on the path, or
 * one obtained earlier. Undefined when there is none. Throws `embedded.redis-unavailable` when a configured
 * program does not run.
 */
export function findRedisServer(search: RedisSearch): string | undefined {
  if (search.configured !== undefined && search.configured !== '') {
    if (runsRedis(search.configured)) return search.configured;
    throw new SalienceError(
      'embedded.redis-unavailable',
      `Expected a Redis or Valkey server program of version 6.2 or later at ${search.configured}, but it cannot be run as one. Correct the setting or leave it out.`,
    );
  }
  const folders = (search.searchPath ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = folders.flatMap((folder) => [
    join(folder, 'redis-server'),
    join(folder, 'valkey-server'),
  ]);
  if (search.cacheDir !== undefined) candidates.push(join(search.cacheDir, REDIS_LAUNCHER));
  return candidates.find(runsRedis);
}

/** True when the program starts, says that it is Redis or Valkey, and is recent enough for the queues (6.2). */
export function runsRedis(program: string): boolean {
  const shown = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 });
  const version = /(?:Redis|Valkey) server v=(\d+)\.(\d+)/i.exec(shown.stdout ?? '');
  if (shown.status !== 0 || version === null) return false;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > 6 || (major === 6 && minor >= 2);
}
