export {
  bareEnvironment,
  type ChildServer,
  launchServer,
  logTail,
  type ServerExit,
} from './child-server.ts';
export type { RedisSearch } from './find-redis-server.ts';
export {
  type DebianProgram,
  type ObtainedProgram,
  type ObtainOptions,
  obtainProgram,
} from './debian-program.ts';
export { findRedisServer } from './find-redis-server.ts';
export { freePort } from './free-port.ts';
export { obtainPgbouncer } from './obtain-pgbouncer.ts';
export { obtainRedisServer, obtainValkeyServer } from './obtain-redis-server.ts';
export type { PostgresTarget, PrivatePostgres, PrivatePostgresOptions } from './private-postgres.ts';
export { findPrivatePostgres, startPrivatePostgres } from './private-postgres.ts';
export type { PrivateRedis, PrivateRedisOptions } from './private-redis.ts';
export { findPrivateRedis, startPrivateRedis } from './private-redis.ts';
export type { PrivateRedisCluster, PrivateRedisClusterOptions } from './private-redis-cluster.ts';
export { startPrivateRedisCluster } from './private-redis-cluster.ts';
export { commandLine, processIdentity } from './process-identity.ts';
export { postgresAccount } from './server-account.ts';
