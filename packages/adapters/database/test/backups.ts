import { type BackedUp, backUp, restore, type Restored, type RestoreOptions } from '../src/doors/backup.ts';
import { planRestored } from '@salience/schedules';
import type { TestDatabase } from '@salience/testing';

/** Everything that was written, in memory: test databases are small. `meanwhile` runs while it is written, piece by piece. */
export async function backedUp(
  database: TestDatabase,
  personToken?: string,
  meanwhile: () => Promise<void> = async () => {},
): Promise<BackedUp & { file: Buffer }> {
  const pieces: Buffer[] = [];
  const token = personToken === undefined ? {} : { personToken };
  const options = { url: database.ownerUrl, product: 'test', actor: 'test', ...token };
  const done = await backUp(options, async (source) => {
    for await (const piece of source) {
      pieces.push(piece);
      await meanwhile();
    }
  });
  return { ...done, file: Buffer.concat(pieces) };
}

/** The same bytes again and again, in pieces of `size`. */
export function opened(file: Buffer, size = 4_096): () => AsyncIterable<Buffer> {
  return async function* () {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  };
}

/** Restores bytes into a database. */
export function restored(
  database: TestDatabase,
  file: Buffer,
  more: Partial<RestoreOptions> = {},
): Promise<Restored> {
  const own = { url: database.ownerUrl, actor: 'test', now: new Date(), planRestored };
  return restore({ ...own, open: opened(file), ...more });
}

/** Every row of every table of ours as text, tables and rows in order; without columns that name transactions of the server. */
export async function contentsOf(database: TestDatabase): Promise<Map<string, string[]>> {
  const tables = await database.admin<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'salience' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.atttypid <> 'xid8'::regtype group by 1 order by 1`,
  );
  const contents = new Map<string, string[]>();
  for (const { columns, name } of tables) {
    const rows = await database.admin<{ row: string }>(
      `select (r.*)::text as row from (select ${columns} from salience."${name}") r order by 1`,
    );
    contents.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return contents;
}
