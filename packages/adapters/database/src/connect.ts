import pg from 'pg';
import { poolOf } from '@salience/postgres';
import { DrizzleQueryError } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { SalienceError } from '@salience/errors';
import { storableJson, storableValue } from './storable.ts';

/** Where and how an app connects. */
export interface DatabaseOptions {
  /**
   * A postgres:// URL with the app's own role; never owner or superuser. With `pgbouncer=true` among its parameters it may lead to a
   * pooler in transaction mode: then no statement has a name, and each is planned anew. With several servers (`host=a,b`) connections lead
   * to the one that takes writes.
   */
  readonly url: string;
  /** Maximum connections, beside the one that is kept for what must not wait. Default 3. */
  readonly poolMax?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Timeout of one statement in milliseconds; then its connection is replaced. No limit by default. */
  readonly queryTimeoutMs?: number;
  /** Called when an idle connection broke; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void;
}

/** Typed statements over the tables of `schema/`. Rows come with the names and types that are declared there. */
export type Orm = NodePgDatabase;

/** A connection, and typed statements on it. */
export type Session = pg.PoolClient & { readonly orm: Orm };

/** Connections, and typed statements on any of them; run through `statement` or `prepared`, which classify errors. */
export interface Connections {
  readonly pool: pg.Pool;
  readonly orm: Orm;
}

/** A connected database. Queries take it as their first argument. */
export interface Database extends Connections {
  /**
   * One connection for what must not wait until others give theirs back: leases are renewed and heartbeats written on it, so that work which
   * holds all connections, waiting for a lock, does not look dead. Nothing else runs on it, and no transaction of several statements.
   */
  readonly reserved: Connections;
  /** Closes every connection after its pending queries. */
  close(): Promise<void>;
}

/** Node timers and jsonb have no use for strings here: all our bigints fit a double. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === pg.types.builtins.INT8) return Number;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Opens the pools. Connects lazily: the first query shows whether the server is reachable. */
export function createDatabase(options: DatabaseOptions): Database {
  const shared = openPool(options, options.poolMax ?? 3);
  const reserved = openPool(options, 1);
  let closing: Promise<unknown> | undefined;
  return {
    ...shared,
    reserved,
    close: async () => {
      await (closing ??= Promise.all([shared.pool.end(), reserved.pool.end()]));
    },
  };
}

function openPool(options: DatabaseOptions, max: number): Connections {
  const pool = poolOf(options.url, {
    max,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
    types,
  });
  pool.on('error', (error) => options.onIdleError?.(error));
  // A connection that breaks during a statement rejects it and then emits an error event; without a listener that
  // event would end the process.
  pool.on('connect', (client) => Object.assign(client, { orm: ormOn(client) }).on('error', () => {}));
  return { pool, orm: ormOn(pool) };
}

/** Typed statements on a connection or a pool. What Postgres refuses in a text is stored as U+FFFD, as everywhere. */
function ormOn(client: pg.Pool | pg.PoolClient): Orm {
  const query = (config: pg.QueryConfig, values: readonly unknown[]) =>
    client.query(config, values.map(storableValue));
  return drizzle({ query } as unknown as pg.Pool);
}

const retryableCodes = new Set([
  '25006',
  '40001',
  '40P01',
  '53100',
  '53200',
  '53300',
  '53400',
  '55P03',
  '57P01',
  '57P02',
  '57P03',
  '58000',
  '58030',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  // The socket of a server of this machine, which is gone with it.
  'ENOENT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** Whose message says more than the code, and names no row: that a server starts up, or that no server takes writes. */
const tellsMore = new Set(['57P03', '08P01']);

/**
 * Whatever PgBouncer has to say against a connection it says with this code before it closes it: that the server behind it is away or was
 * lost, that it is full, that it ends; and that an address is wrong, which no waiting mends.
 */
function isOfPooler(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '08P01' || error.severity !== 'FATAL')
    return false;
  return !/authentication failed|does not exist|no such|unsupported startup parameter/.test(error.message);
}

// Driver errors without a code, including that of a connection that broke between two statements of a transaction.
const awayMessage =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (?:has encountered a connection error|was closed)/;

/** A name that the server's connection does not know, or knows from another client. */
const poolerCodes = new Set(['26000', '42P05']);

function unmarkedPooler(cause: unknown): SalienceError {
  return new SalienceError(
    'database.unmarked-pooler',
    'The database address leads to a pooler that mixes up prepared statements. Add pgbouncer=true to the parameters of DATABASE_URL.',
    { cause },
  );
}

/**
 * Classifies what the driver threw: retryable when the server is away, out of room, read-only for now or asks to try again, else a
 * bug of ours or of what was to be stored.
 */
export function classifyDatabaseError(thrown: unknown): SalienceError {
  // Its own message contains every parameter, which may be personal text.
  const error = thrown instanceof DrizzleQueryError ? thrown.cause : thrown;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (poolerCodes.has(code) && /prepared statement/.test(message)) return unmarkedPooler(error);
  const away = retryableCodes.has(code) || isOfPooler(error) || awayMessage.test(message);
  return new SalienceError(
    away ? 'database.unavailable' : 'database.failed',
    away
      ? `The database did not answer (${tellsMore.has(code) ? message : code || message}); try again. Check that Postgres runs and DATABASE_URL is right.`
      : `A statement failed: ${message}`,
    { kind: away ? 'retryable' : 'bug', cause: error, data: { sqlstate: code } },
  );
}

/**
 * Runs one prepared statement; named, so the server plans it once per connection. A U+0000 in a text, which Postgres refuses, is
 * stored as U+FFFD.
 */
export async function query<R extends pg.QueryResultRow>(
  db: Connections,
  name: string,
  text: string,
  values: unknown[],
): Promise<R[]> {
  try {
    const result = await db.pool.query<R>({ name, text, values: values.map(storableValue) });
    return result.rows;
  } catch (error) {
    throw classifyDatabaseError(error);
  }
}

/** Runs one typed statement on a connection of the pool. It is built each time: see `prepared` for what runs often. */
export async function statement<R>(db: Connections, run: (orm: Orm) => PromiseLike<R>): Promise<R> {
  try {
    return await run(db.orm);
  } catch (error) {
    throw classifyDatabaseError(error);
  }
}

/** A typed statement that runs often: built once per database, and planned once per connection under the name that it is given. */
export function prepared<R>(
  build: (orm: Orm) => { execute(values: Record<string, unknown>): Promise<R> },
): (db: Database, values: Record<string, unknown>) => Promise<R> {
  const built = new WeakMap<Database, ReturnType<typeof build>>();
  return (db, values) =>
    statement(db, (orm) => {
      const known = built.get(db) ?? build(orm);
      built.set(db, known);
      return known.execute(values);
    });
}

/** Calls a function of the schema that takes and returns one jsonb; one round trip. What jsonb refuses is stored as U+FFFD. */
export async function call<R>(db: Connections, fn: string, parameter: unknown): Promise<R> {
  const rows = await query<{ r: R }>(db, fn, `select salience.${fn}($1::jsonb) as r`, [
    storableJson(parameter),
  ]);
  return (rows[0] as { r: R }).r;
}

/** Calls a function of the schema with plain arguments; returns one value. One round trip. */
export async function ask<R>(db: Connections, fn: string, ...values: unknown[]): Promise<R> {
  return (await askAll<R>(db, fn, ...values))[0] as R;
}

/** Calls a function of the schema with plain arguments; returns every value. One round trip. */
export async function askAll<R>(db: Connections, fn: string, ...values: unknown[]): Promise<R[]> {
  const places = values.map((_, i) => `$${i + 1}`).join(', ');
  const rows = await query<{ r: R }>(db, fn, `select salience.${fn}(${places}) as r`, values);
  return rows.map(({ r }) => r);
}

/** Runs statements in one transaction on a connection of its own; an error rolls it back. */
export async function inTransaction<R>(db: Database, run: (session: Session) => Promise<R>): Promise<R> {
  const session = await (db.pool.connect() as Promise<Session>).catch((error: unknown) => {
    throw classifyDatabaseError(error);
  });
  try {
    await session.query('begin');
    const result = await run(session);
    await session.query('commit');
    session.release();
    return result;
  } catch (error) {
    // A connection whose rollback fails is broken; handing the error to release() discards it.
    session.release(
      await session.query('rollback').then(
        () => undefined,
        (cause: Error) => cause,
      ),
    );
    throw error instanceof SalienceError ? error : classifyDatabaseError(error);
  }
}

/** Runs statements in one transaction that sees one agent's rows only. */
export function withAgent<R>(
  db: Database,
  agentId: string,
  run: (session: Session) => Promise<R>,
): Promise<R> {
  return inTransaction(db, async (session) => {
    await session.query("select set_config('app.agent', $1, true)", [agentId]);
    return run(session);
  });
}

/** Resolves when the server answers. Rejects with `database.unavailable` while it does not. */
export async function pingDatabase(db: Database): Promise<void> {
  await query(db, 'ping', 'select 1', []);
}
