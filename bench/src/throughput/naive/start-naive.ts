import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTables } from './schema.ts';

/** The naive floor, running. */
export interface Naive {
  /** Takes POST /chat and answers with `status`, `message` and `done`, as Salience does. */
  readonly url: string;
  readonly pids: { readonly naiveApi: number; readonly naiveWorker: number };
  stop(): Promise<void>;
}

const databaseName = 'naive';

/**
 * Starts the naive floor on the given stores: Express, zod, BullMQ and plain drizzle in an API process and a worker
 * process, four statements a turn, a model that answers at once, no cognition. In a database of its own on the same
 * server, made when missing. `adminUrl` is a superuser's.
 */
export async function startNaive(stores: { adminUrl: string; redisUrl: string }): Promise<Naive> {
  const url = new URL(stores.adminUrl);
  url.pathname = `/${databaseName}`;
  await prepare(stores.adminUrl, url.href);
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: url.href,
    REDIS_URL: stores.redisUrl,
  };
  const [api, worker] = await Promise.all([
    launch(new URL('api.ts', import.meta.url), env),
    launch(new URL('worker.ts', import.meta.url), env),
  ]);
  return {
    url: `http://127.0.0.1:${String(api.ready)}`,
    pids: { naiveApi: api.child.pid ?? 0, naiveWorker: worker.child.pid ?? 0 },
    async stop() {
      await Promise.all([end(api.child), end(worker.child)]);
    },
  };
}

async function prepare(adminUrl: string, url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount === 0) await admin.query(`create database ${databaseName}`);
  await admin.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(createTables);
  await client.end();
}

async function launch(
  program: URL,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; ready: unknown }> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env,
    // The end of standard input tells it that we are gone, however we went.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { ready } = JSON.parse(line) as { ready: unknown };
    return { child, ready };
  }
  throw new Error(`The naive floor's ${program.pathname} ended before it was ready`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  await exited;
}
