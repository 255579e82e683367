import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type PrivatePostgres, startPrivatePostgres } from '@salience/embedded';
import { prepareDatabase } from '../database/prepare-database.ts';
import { databaseHandle, type TestDatabase } from '../database/test-database.ts';
import { descendants } from '../readings/process-cpu.ts';
import { until } from '../until.ts';
import { preparedModelCache } from './model-cache.ts';
import { scratchFolder } from './places.ts';
import { type Standby, startStandby } from './standby.ts';
import { postgresSettings, redisProgram } from './stores.ts';
import { startWantedRedis } from './wanted-redis.ts';

/**
 * How the first server goes: it dies; or it stands still with all of its connections open, as a machine does that is taken off the
 * network, and may wake up when another has long taken its place.
 */
export type Failure = 'kill' | 'freeze';

/** A Postgres with a standby, and Redis where it is wanted. Apps get an address that names both servers. */
export interface Pair {
  /** By whichever of the two takes writes. */
  readonly database: TestDatabase;
  /** REDIS_URL, or nothing on the Postgres backend. */
  readonly env: Readonly<Record<string, string>>;
  readonly standby: Standby;
  /** Ends what the first server sends to the standby, as a broken line between them does. Resolves when nothing comes through any more. */
  cutLine(): Promise<void>;
  fail(how: Failure): void;
  /** The first server goes on where it stood still. */
  thaw(): void;
  /**
   * Connections of roles of ours that the first server serves, asked of it. One whose commit waits for the standby, and one that waits for
   * its lock, do not notice that their client is gone, and are left out.
   */
  connectionsOfFirst(): Promise<string[]>;
  /** The database of the standby, whichever takes writes. */
  readonly second: TestDatabase;
  stop(): Promise<void>;
}

/** Starts both on loopback. `synchronous`: each commit waits until the standby has it on its disk. */
export async function startPair(options: {
  readonly backend: 'redis' | 'postgres';
  readonly redisServer: string | undefined;
  readonly synchronous: boolean;
}): Promise<Pair> {
  const root = scratchFolder('pair');
  const settings = postgresSettings;
  const first = await startPrivatePostgres({ dataDir: join(root, 'first'), settings, endWithCaller: true });
  const name = 'salience';
  await prepareDatabase(first.url(), name);
  await preparedModelCache();
  const standby = await startStandby(first, join(root, 'second'), settings);
  if (options.synchronous) await standby.setSynchronous(true);
  const redis =
    options.backend === 'redis'
      ? await startWantedRedis({
          server: await redisProgram(options.redisServer),
          dir: join(root, 'redis'),
          appendonly: true,
          replicas: 1,
        })
      : undefined;
  const database = databaseHandle(bothOf(first, standby.server), name);
  const of = { first: databaseHandle(first.url(), name), second: databaseHandle(standby.server.url(), name) };
  let stopped: number[] = [];
  return {
    database,
    env: redis === undefined ? {} : { REDIS_URL: redis.nearUrl },
    standby,
    second: of.second,
    async cutLine() {
      await of.second.admin("alter system set primary_conninfo = ''");
      await of.second.admin('select pg_reload_conf()');
      await until(async () => (await of.second.admin('select 1 from pg_stat_wal_receiver')).length === 0, {
        what: 'the line to be broken',
      });
    },
    fail(how) {
      const all = [first.pid, ...descendants(first.pid)];
      if (how === 'freeze') stopped = all;
      for (const pid of all) signal(pid, how === 'kill' ? 'SIGKILL' : 'SIGSTOP');
    },
    thaw() {
      for (const pid of stopped.splice(0)) signal(pid, 'SIGCONT');
    },
    async connectionsOfFirst() {
      const rows = await of.first.admin<{ who: string }>(
        `select concat_ws(' ', usename, application_name, state, wait_event) as who from pg_stat_activity
         where usename like 'salience%' and wait_event is distinct from 'SyncRep' and wait_event_type is distinct from 'Lock'`,
      );
      return rows.map(({ who }) => who);
    },
    async stop() {
      for (const pid of stopped.splice(0)) signal(pid, 'SIGCONT');
      await Promise.all([redis?.stop(), first.stop({ graceMs: 500 }), standby.server.stop({ graceMs: 500 })]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Nothing for a connection's process that has just ended by itself. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** As operators write it: one address with both. */
function bothOf(first: PrivatePostgres, second: PrivatePostgres): string {
  return `${first.url()}?host=127.0.0.1,127.0.0.1&port=${first.port},${second.port}&target_session_attrs=read-write`;
}
