import { createHash } from 'node:crypto';
import { z } from 'zod';
import { damaged, type ReadRecord, type RecordKind } from './records.ts';

const name = z.string().min(1).max(63);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const headerSchema = z.strictObject({
  /** When its snapshot was taken, by the clock of the database. */
  takenAt: z.iso.datetime(),
  /** The version of Salience that wrote it. */
  product: z.string().max(100),
  /** The schema that its rows fit: the number of migrations, and each table's columns with their types. */
  schema: z.strictObject({
    version: z.number().int().positive(),
    tables: z
      .array(z.strictObject({ name, columns: z.array(z.tuple([name, z.string().max(100)])) }))
      .max(1_000),
  }),
  /** The person's token of the home folder, if it was included. */
  personToken: z.string().max(200).optional(),
});

const tableSchema = z.strictObject({ name });
const tableEndSchema = z.strictObject({
  rows: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256: hash,
});
const sequencesSchema = z
  .array(z.strictObject({ name, value: z.string().regex(/^\d{1,19}$/), called: z.boolean() }))
  .max(1_000);
const endSchema = z.strictObject({ sha256: hash });

/** The first record of a backup. */
export type BackupHeader = z.infer<typeof headerSchema>;
/** The record after the rows of a table. */
export type TableEnd = z.infer<typeof tableEndSchema>;
/** Counters as a backup holds them. */
export type BackupSequences = z.infer<typeof sequencesSchema>;

/** Receives the contents of a backup, in order. */
export interface BackupVisitor {
  header(header: BackupHeader): Promise<void> | void;
  /** The rows of a table, all of which must be read; reading them throws where they are not what was written. Resolves with how many it took, if it knows. */
  table(name: string, rows: AsyncIterable<Buffer>): Promise<number | undefined>;
  sequences(sequences: BackupSequences): Promise<void> | void;
}

/** A backup that was read to its end and is undamaged. */
export interface ReadBackup {
  readonly header: BackupHeader;
  readonly tables: readonly (TableEnd & { readonly name: string })[];
  /** Checksum of everything in it. */
  readonly sha256: string;
}

/**
 * Shows a backup to a visitor, record by record, and compares every checksum. A table's number of rows is compared with what the visitor
 * says that it took, if it says so. Throws `backup.damaged`.
 */
export async function readContents(
  records: AsyncIterator<ReadRecord>,
  visitor: BackupVisitor,
): Promise<ReadBackup> {
  const header = parsed(headerSchema, await next(records, 'H'));
  await visitor.header(header);
  const tables: (TableEnd & { name: string })[] = [];
  let record = await next(records, 'T', 'S');
  for (; record.kind === 'T'; record = await next(records, 'T', 'S')) {
    const table = parsed(tableSchema, record).name;
    tables.push({ name: table, ...(await readTable(records, table, visitor)) });
  }
  await visitor.sequences(parsed(sequencesSchema, record));
  const end = await next(records, 'Z');
  const sha256 = end.sha256Before();
  if (parsed(endSchema, end).sha256 !== sha256) throw damaged('its checksum is another');
  if ((await records.next()).done !== true) throw damaged('something follows its end');
  return { header, tables, sha256 };
}

async function readTable(
  records: AsyncIterator<ReadRecord>,
  table: string,
  visitor: BackupVisitor,
): Promise<TableEnd> {
  let end: TableEnd | undefined;
  const rows = async function* (): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    let record = await next(records, 'D', 'E');
    for (; record.kind === 'D'; record = await next(records, 'D', 'E')) {
      hash.update(record.body);
      bytes += record.body.length;
      yield record.body;
    }
    end = parsed(tableEndSchema, record);
    if (end.bytes !== bytes || end.sha256 !== hash.digest('hex'))
      throw damaged(`the rows of ${table} have another checksum`);
  };
  const taken = await visitor.table(table, rows());
  if (end === undefined) throw new Error(`The rows of ${table} were not read to their end.`);
  if (taken !== undefined && taken !== end.rows)
    throw damaged(`it says that ${table} has ${end.rows} rows, and ${taken} were found`);
  return end;
}

/** The next record, which must be of one of these kinds. */
async function next(records: AsyncIterator<ReadRecord>, ...kinds: RecordKind[]): Promise<ReadRecord> {
  const result = await records.next();
  if (result.done === true) throw damaged('its end is missing');
  const record = result.value;
  if (!kinds.includes(record.kind)) throw damaged('its parts are not in their order');
  return record;
}

function parsed<T>(schema: z.ZodType<T>, record: ReadRecord): T {
  try {
    return schema.parse(JSON.parse(record.body.toString('utf8')));
  } catch (cause) {
    throw damaged('it holds what no backup holds', cause);
  }
}
