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

/** Gets a Valkey server, which Debian has among the backports of its release, in the same way. */
export function obtainValkeyServer(options: ObtainOptions): Promise<ObtainedProgram> {
  return obtainProgram(
    {
      launcher: 'valkey-server',
      package: 'valkey-server',
      file: 'usr/bin/valkey-server',
      suite: 'backports',
      parts: ['valkey-tools', 'libjemalloc2', 'liblzf1'],
      runs: runsRedis,
      purpose: 'to get a private Valkey server',
    },
    options,
  );
}
