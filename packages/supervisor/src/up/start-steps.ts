import type { Migrated } from '@salience/database/schema';
import type { SalienceEnv } from '../env.ts';
import type { Home } from '../home/home.ts';
import { clearRun, readRun } from '../home/run-file.ts';
import { keptPassword } from '../home/state-file.ts';
import { prepare } from '../preparation/prepare.ts';
import { modelWeights } from '../repository.ts';
import { stopSurvivors } from '../supervise/survivors.ts';
import { ownDatabase, withRole } from './database-address.ts';
import type { Progress } from './progress.ts';
import { type QueueChoice, keepPostgres, keepRedis, type StoreWatcher } from './stores.ts';
import { counted } from '../quantities.ts';

/** An up-to-date database. */
export interface PreparedDatabase {
  /** The address for one role. Never log it. */
  urlFor(role: string): string;
  /** The same without a pooler between. */
  directUrlFor(role: string): string;
}

/** What the steps of a start share. */
export interface StartContext {
  readonly home: Home;
  readonly env: SalienceEnv;
  readonly watcher: StoreWatcher;
  readonly progress: Progress;
  /** What was acquired so far, to be released in reverse order. */
  readonly releases: (() => Promise<void>)[];
}

/** How long a survivor of a killed start may take to end, in milliseconds; its closed pipe has already told it to. */
const SURVIVOR_MS = 12_000;
/** Milliseconds a store may take to shut down cleanly. */
const STORE_MS = 3_000;

/** Stops the apps of a supervisor that was killed, should they still run. */
export async function stopLeftovers(home: Home, progress: Progress): Promise<void> {
  const left = readRun(home.runFile);
  if (left === undefined) return;
  const names = await stopSurvivors(left.processes, SURVIVOR_MS);
  clearRun(home.runFile);
  if (names.length > 0) progress.say(`Stopped what a killed start had left behind: ${names.join(', ')}`);
}

/** Makes sure that the sentence model lies converted in the home. */
export async function prepareModel({ env, home, progress }: StartContext): Promise<void> {
  await progress.step(
    'sentence model',
    () => prepare({ kind: 'model', cacheDir: home.models, weightsDir: modelWeights() }, env.settings),
    ({ modelId, converted }) => `sentence model ${modelId}${converted ? ', converted' : ''}`,
  );
}

/** Brings the given database, or that of a private Postgres, up to date. */
export async function prepareDatabase(
  context: StartContext,
  postgresQueues: boolean,
): Promise<PreparedDatabase> {
  const { home, env, watcher, progress, releases } = context;
  const given = env.databaseUrl;
  const describe = ({ applied, functions }: Migrated): string =>
    applied + functions === 0
      ? 'schema up to date'
      : `schema brought up to date, ${counted(applied, 'migration')} and ${counted(functions, 'function')}`;
  if (given !== undefined) {
    progress.say('  Using the Postgres that DATABASE_URL names');
    const task = {
      kind: 'given-database',
      home,
      url: env.directDatabaseUrl ?? given,
      postgresQueues,
    } as const;
    await progress.step('schema', () => prepare(task, env.settings), describe);
    return addresses(home, given, env.directDatabaseUrl);
  }
  const postgres = await progress.step(
    'private Postgres',
    () => keepPostgres(home, watcher),
    (store) => (store.adopted ? 'private Postgres, found running' : 'private Postgres'),
  );
  releases.push(() => postgres.stop(STORE_MS));
  const url = postgres.server().url({ overSocket: true });
  const task = { kind: 'own-database', home, url, postgresQueues } as const;
  await progress.step('schema', () => prepare(task, env.settings), describe);
  return addresses(home, ownDatabase(url));
}

/** The addresses of a database for the roles whose passwords the home keeps. */
function addresses(home: Home, url: string, direct = url): PreparedDatabase {
  const as = (address: string, role: string) =>
    withRole(address, role, keptPassword(home.stateFile, role) ?? '');
  return { urlFor: (role) => as(url, role), directUrlFor: (role) => as(direct, role) };
}

/** Starts a private Redis where that was chosen. Resolves with the address of Redis; undefined for queues in Postgres. */
export async function prepareQueues(context: StartContext, choice: QueueChoice): Promise<string | undefined> {
  const { env, home, watcher, progress, releases } = context;
  if (choice.backend === 'postgres') {
    progress.say('  Queues live in Postgres: no Redis was given or found');
    return undefined;
  }
  if ('url' in choice) {
    progress.say('  Using the Redis that REDIS_URL names');
    await progress.step('Redis', () => prepare({ kind: 'redis', url: choice.url }, env.settings));
    return choice.url;
  }
  const redis = await progress.step('private Redis', () => keepRedis(home, choice.program, watcher));
  releases.push(() => redis.stop(STORE_MS));
  return redis.url;
}
