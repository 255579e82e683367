import { type ObtainedProgram, type ObtainOptions, obtainProgram } from './debian-program.ts';
import { REDIS_LAUNCHER, runsRedis } from './find-redis-server.ts';

/** Gets a Redis server from the distribution's packages without installing anything; see `obtainProgram`. */
export function obtainRedisServer(options: ObtainOptions): Promise<ObtainedProgram> {
  const wanted = {
    launcher: REDIS_LAUNCHER,
    package: 'redis-server',
    file: 'usr/bin/redis-server',
    parts: ['redis-tools', 'libjemalloc2', 'liblzf1'],
    runs: runsRedis,
    purpose: 'to get a private Redis server',
  };
  return obtainProgram(wanted, options);
}
