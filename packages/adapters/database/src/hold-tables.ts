import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** How long one table and all tables are waited for, in milliseconds: less than what Postgres needs to find that two wait for each other. */
const waits = { table: 400, all: 700 } as const;
/** Attempts at getting all tables, and the longest pause between two, in milliseconds. */
const attemptsMax = 200;
const pauseMsMax = 500;

/**
 * Runs a change of the schema in one transaction that holds these tables from its beginning, so that it waits for nothing later: a turn
 * waits for it, and never the one for the other. Where the tables are not to be had it gives up, lets the turns pass, and begins anew.
 * Commits; rejects with what `change` throws, and then nothing has changed.
 */
export async function holdingTables<R>(
  client: pg.Client,
  tables: readonly string[],
  change: () => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await take(client, tables);
      const result = await change();
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      if (attempt === attemptsMax || !isInTheWay(error)) throw error;
      await setTimeout(Math.min(pauseMsMax, 20 * attempt));
    }
  }
}

async function take(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(`set local lock_timeout = ${waits.table}`);
  if (tables.length === 0) return;
  const names = tables.map((table) => `salience.${pg.escapeIdentifier(table)}`).join(', ');
  await client.query(`set local statement_timeout = ${waits.all}`);
  await client.query(`lock table ${names} in access exclusive mode`);
  await client.query('set local statement_timeout = 0');
}

/** A lock was not to be had in time, or a deadlock was found. */
export function isInTheWay(error: unknown): boolean {
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: unknown };
  const inTheWay = code === '55P03' || code === '40P01' || code === '57014';
  return inTheWay || (cause instanceof Error && isInTheWay(cause));
}

/** The tables of the schema that a text names. */
export async function tablesNamedIn(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('salience') and relkind in ('r', 'p') order by 1`,
  );
  const words = new Set(text.match(/\w+/g));
  return rows.map(({ name }) => name).filter((name) => words.has(name));
}
