import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askRedis, findTraces } from '@salience/testing';
import type { Stores } from '@salience/testing/load';
import type { DaysFleet } from './days-fleet.ts';
import { runCli } from './run-cli.ts';

/** Where words were found, and how often. */
export type Found = Readonly<Record<string, number>>;

/** What was searched, so that nothing found means something. */
export interface Searched {
  readonly found: Found;
  readonly bytes: Readonly<Record<string, number>>;
}

/** Searches every column of every table, as text. */
export async function inTables(stores: Stores, words: readonly string[]): Promise<Found> {
  const found: Record<string, number> = {};
  for (const word of words)
    for (const { column, rows } of await findTraces(stores.database, word))
      found[column] = (found[column] ?? 0) + rows;
  return found;
}

/**
 * Makes the bytes of deleted rows leave the disk as far as the product and its stores can: tables written anew (as the command
 * line's --purge does), the old write-ahead log let go by a checkpoint, Redis' append-only file rewritten.
 */
export async function letBytesGo(stores: Stores, fleet: DaysFleet, id: string): Promise<void> {
  const env = { SALIENCE_URL: fleet.url, DATABASE_URL: stores.database.ownerUrl };
  await runCli(['memory', 'forget', id, '--yes', '--purge', '--json'], env);
  await stores.database.admin('select pg_switch_wal()');
  await stores.database.admin('checkpoint');
  const url = stores.env.REDIS_URL;
  if (url === undefined) return;
  await askRedis(url, [['BGREWRITEAOF']]);
  while (/aof_rewrite_(?:in_progress|scheduled):1/.test(await askRedis(url, [['INFO', 'persistence']])))
    await pause(50);
}

/** Searches the files of Postgres (its log of writes apart) and Redis, the logs of all apps, and every span, byte by byte. */
export async function outsideTables(
  stores: Stores,
  fleet: DaysFleet,
  words: readonly string[],
): Promise<Searched> {
  const found: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  const look = (part: string, where: string, text: string): void => {
    bytes[part] = (bytes[part] ?? 0) + text.length;
    const lower = text.toLowerCase();
    const hits = words.reduce((sum, word) => sum + lower.split(word.toLowerCase()).length - 1, 0);
    if (hits > 0) found[where] = (found[where] ?? 0) + hits;
  };
  for (const file of filesBelow(stores.folder)) {
    const where = relative(stores.folder, file);
    const isWal = where.startsWith(join('postgres', 'pg_wal'));
    const part = isWal ? 'write-ahead log' : (where.split(/[\\/]/)[0] as string);
    // Latin-1 keeps every byte apart; the words are plain ASCII.
    const text = readIfThere(file);
    if (text !== undefined) look(part, where, text);
  }
  for (const text of fleet.spans.wire()) look('spans', 'spans', text);
  return { found: await namedByRelation(stores, found), bytes };
}

/** Data files by the table or index that they belong to. */
async function namedByRelation({ database }: Stores, found: Found): Promise<Found> {
  const named: Record<string, number> = {};
  for (const [where, hits] of Object.entries(found)) {
    const node = /base[\\/]\d+[\\/](\d+)/.exec(where)?.[1];
    const rows =
      node === undefined
        ? []
        : await database.admin<{ name: string | null }>('select pg_filenode_relation(0, $1)::text as name', [
            node,
          ]);
    named[rows[0]?.name ? `${where} (${rows[0].name})` : where] = hits;
  }
  return named;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

/** A server that runs may take a file away between listing and reading. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
