import type { Readiness } from '@salience/contracts';
import type { Database } from '@salience/database';
import { messageOf } from '@salience/errors';
import type { Installation } from '../home/installation.ts';
import { type LockHolder, lockHolder } from '../home/lock-file.ts';
import { type RunRecord, readRun } from '../home/run-file.ts';
import { openOperatorDatabase } from '../database/operator-database.ts';
import { privateRedisUrl } from '../home/private-redis-url.ts';

/** Where the API should be, and what it says of itself; `why` says why it did not answer. */
export interface AskedApi {
  readonly url: string;
  readonly readiness: Readiness | undefined;
  readonly why: string | undefined;
}

/** What the checks examine, gathered once. Nothing in it has to run. */
export interface CheckTarget {
  readonly context: Installation;
  /** The live supervisor of this home. */
  readonly holder: LockHolder | undefined;
  readonly run: RunRecord | undefined;
  readonly api: AskedApi;
  /** The database as operator; undefined, with the reason, where it cannot be reached. */
  readonly database: { readonly db: Database | undefined; readonly why: string; readonly given: boolean };
  /** Where jobs travel, as far as it can be known. */
  readonly redis: { readonly url: string; readonly given: boolean } | undefined;
  close(): Promise<void>;
}

/** Gathers what the checks examine. Never throws for something that is away. */
export async function openCheckTarget(
  context: Installation,
  askApi: () => Promise<AskedApi>,
): Promise<CheckTarget> {
  const [holder, run] = [
    quietly(() => lockHolder(context.home.lockFile)),
    quietly(() => readRun(context.home.runFile)),
  ];
  const [api, database, redis] = await Promise.all([
    askApi(),
    openDatabase(context),
    findRedis(context, run),
  ]);
  return {
    context,
    holder,
    run,
    api,
    database,
    redis,
    close: async () => {
      await database.db?.close();
    },
  };
}

async function openDatabase(context: Installation): Promise<CheckTarget['database']> {
  const given = context.env.databaseUrl !== undefined;
  try {
    const db = await openOperatorDatabase(context);
    try {
      await db.pool.query('select 1');
      return { db, why: '', given };
    } catch (error) {
      await db.close();
      throw error;
    }
  } catch (error) {
    return { db: undefined, why: reasonOf(error), given };
  }
}

/** A refused connection has no message, only a code. */
function reasonOf(error: unknown): string {
  return messageOf(error) || ((error as NodeJS.ErrnoException).code ?? 'unknown error');
}

async function findRedis(context: Installation, run: RunRecord | undefined): Promise<CheckTarget['redis']> {
  if (run?.queues === 'postgres') return undefined;
  const given = context.env.redisUrl;
  if (given !== undefined && context.env.queues !== 'postgres') return { url: given, given: true };
  const url = await privateRedisUrl(context.home);
  return url === undefined ? undefined : { url, given: false };
}

function quietly<T>(look: () => T | undefined): T | undefined {
  try {
    return look();
  } catch {
    // An unreadable home is reported by another check.
    return undefined;
  }
}
