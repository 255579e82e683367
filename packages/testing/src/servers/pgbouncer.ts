import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { appRoles } from '@salience/database/schema';
import {
  bareEnvironment,
  type ChildServer,
  freePort,
  launchServer,
  logTail,
  obtainPgbouncer,
  postgresAccount,
} from '@salience/embedded';
import { until } from '../until.ts';
import { repositoryRoot, scratchFolder } from './places.ts';

/** A PgBouncer of one's own on loopback, in transaction mode, before a private Postgres. */
export interface PrivatePgbouncer {
  readonly port: number;
  readonly pid: number;
  /** SIGKILL, and a new start on the same port. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** What is asked of a pooler. */
export interface PgbouncerOptions {
  /** Any address of the server behind it. */
  readonly serverUrl: string;
  /** Connections to the server for each pair of database and role. */
  readonly poolSize: number;
}

/** Whether the run may have a pooler: `npm test` says with an empty SALIENCE_TEST_PGBOUNCER that it could not be had. */
export const poolerMissing = process.env.SALIENCE_TEST_PGBOUNCER === '';

/** The program for tests, fetched once and kept; throws where it cannot be had. */
async function pgbouncerProgram(): Promise<string> {
  const named = process.env.SALIENCE_TEST_PGBOUNCER;
  if (named !== undefined && named !== '') return named;
  const obtained = await obtainPgbouncer({ cacheDir: join(repositoryRoot, 'node_modules/.cache/pgbouncer') });
  if (obtained.path === undefined) throw new Error(`No PgBouncer can be had: ${obtained.reason}`);
  return obtained.path;
}

/** Starts one that knows the roles of test databases. Resolves when it takes connections. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<PrivatePgbouncer> {
  const program = await pgbouncerProgram();
  const folder = scratchFolder('pgbouncer');
  const account = postgresAccount();
  const port = await freePort();
  const { hostname, port: serverPort } = new URL(options.serverUrl);
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, [...appRoles, 'salience_migrator'].map((role) => `"${role}" "test"\n`).join(''));
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${options.poolSize}`,
      'max_client_conn = 2000',
      // A database of a test is dropped soon after its last statement.
      'server_idle_timeout = 5',
      'server_login_retry = 1',
      '',
    ].join('\n'),
  );
  for (const file of [users, config]) {
    chmodSync(file, 0o600);
    if (account !== undefined) chownSync(file, account.uid, account.gid);
  }
  let server = await launch(program, config, port);
  return {
    port,
    get pid() {
      return server.pid;
    },
    async kill() {
      await server.stop(atOnce);
      server = await launch(program, config, port);
    },
    async stop() {
      await server.stop(atOnce);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address through the pooler, with the mark that tells Salience of it. */
export function throughPooler(url: string, { port }: Pick<PrivatePgbouncer, 'port'>): string {
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = `${port}`;
  pooled.search = '?pgbouncer=true';
  return pooled.href;
}

async function launch(program: string, config: string, port: number): Promise<ChildServer> {
  const logFile = `${config}.log`;
  const server = await launchServer({
    command: program,
    args: [config],
    cwd: '/',
    logFile,
    account: postgresAccount(),
    env: bareEnvironment,
    signalWhenOrphaned: 'SIGKILL',
  });
  await until(
    async () => {
      if (!server.running()) throw new Error(`PgBouncer did not start: ${logTail(logFile)}`);
      return await listens(port);
    },
    { what: 'PgBouncer to listen' },
  );
  return server;
}

const atOnce = [{ signal: 'SIGKILL', waitMs: 5_000 }] as const;

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
