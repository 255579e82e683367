import { type Readiness, readinessSchema } from '@salience/contracts';
import type { Database } from '@salience/database';
import { messageOf } from '@salience/errors';
import type { Context } from '../context.ts';
import { type LockHolder, lockHolder } from '../home/lock-file.ts';
import { type RunRecord, readRun } from '../home/run-file.ts';
import { openOperatorDatabase } from '../agents/operator-database.ts';
import { privateRedisUrl } from '../home/private-redis-url.ts';

/** What the checks look at, gathered once. Nothing in it has to run. */
export interface World {
  readonly context: Context;
  /** The live supervisor of this home. */
  readonly holder: LockHolder | undefined;
  readonly run: RunRecord | undefined;
  /** Where the API should be, and what it says of itself; `why` says why it did not answer. */
  readonly api: {
    readonly url: string;
    readonly readiness: Readiness | undefined;
    readonly why: string | undefined;
  };
  /** The database as operator; undefined, with the reason, where it cannot be reached. */
  readonly database: { readonly db: Database | undefined; readonly why: string; readonly given: boolean };
  /** Where jobs travel, as far as it can be known. */
  readonly redis: { readonly url: string; readonly given: boolean } | undefined;
  close(): Promise<void>;
}

const ASK_MS = 3_000;

/** Gathers what there is to look at; never throws for something that is away. */
export async function openWorld(context: Context): Promise<World> {
  const [holder, run] = [
    quietly(() => lockHolder(context.home.lockFile)),
    quietly(() => readRun(context.home.runFile)),
  ];
  const [api, database, redis] = await Promise.all([
    askApi(context),
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

async function askApi(context: Context): Promise<World['api']> {
  const client = await context.client();
  const { url } = client.address;
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const readiness = await client.ask('/ready', readinessSchema, { alsoAnswers: 503, signal });
    return { url, readiness, why: undefined };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return {
      url,
      readiness: undefined,
      why: late ? `no answer within ${ASK_MS / 1_000} s` : messageOf(error),
    };
  }
}

async function openDatabase(context: Context): Promise<World['database']> {
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

/** A refused connection has no words of its own, only a code. */
function reasonOf(error: unknown): string {
  return messageOf(error) || ((error as NodeJS.ErrnoException).code ?? 'unknown error');
}

async function findRedis(context: Context, run: RunRecord | undefined): Promise<World['redis']> {
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
    // A home that cannot be read is a finding of its own.
    return undefined;
  }
}
