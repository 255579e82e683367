import { createHash } from 'node:crypto';
import { SalienceError } from '@salience/errors';

/*
 * A backup is a gzip file. Unpacked it is the line `salience-backup 1`, then records: a letter, the length of what follows in four bytes
 * (big-endian), and that. In this order:
 *
 *   H  what the backup is (JSON, `BackupHeader`)
 *   T  a table begins: {name}
 *   D  a piece of its rows, as COPY writes them in text format          any number of times
 *   E  the table ends: {rows, bytes, sha256 of its pieces}
 *   S  the counters (JSON)
 *   Z  the end: {sha256 of every byte before this record}
 *
 * A length above `longest` is refused before anything of that length is held in memory.
 */

/** The first line of every backup. */
export const firstLine = 'salience-backup 1\n';

/** The letters of records. */
export type RecordKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'Z';

/** Bytes that a record may have at most. */
export const longest = 1024 * 1024;

/** A record that was read. */
export interface ReadRecord {
  readonly kind: RecordKind;
  readonly body: Buffer;
  /** The checksum of every byte before it; to be asked for before the next record is read. */
  readonly sha256Before: () => string;
}

const kinds = new Set<string>(['H', 'T', 'D', 'E', 'S', 'Z']);
const headBytes = 5;

/** Writes records and knows the checksum of all that it wrote. */
export class RecordWriter {
  readonly #hash = createHash('sha256').update(firstLine);

  /** The record as bytes; a piece of rows may be longer than a record and becomes several. */
  *rows(piece: Buffer): Generator<Buffer> {
    for (let at = 0; at < piece.length; at += longest)
      yield* this.#record('D', piece.subarray(at, at + longest));
  }

  /** A record that holds a value as JSON. */
  *value(kind: Exclude<RecordKind, 'D' | 'Z'>, value: unknown): Generator<Buffer> {
    yield* this.#record(kind, Buffer.from(JSON.stringify(value)));
  }

  /** The last record; returns the checksum that it holds. */
  *end(): Generator<Buffer, string> {
    const sha256 = this.#hash.copy().digest('hex');
    yield* this.#record('Z', Buffer.from(JSON.stringify({ sha256 })));
    return sha256;
  }

  *#record(kind: RecordKind, body: Buffer): Generator<Buffer> {
    const head = Buffer.alloc(headBytes);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(body.length, 1);
    this.#hash.update(head).update(body);
    yield head;
    yield body;
  }
}

/**
 * The records of an unpacked backup, each as soon as it is whole. Throws `backup.damaged` for what is no record, and where the
 * file ends inside of one; `backup.unknown-file` for a file that begins otherwise.
 */
export async function* readRecords(source: AsyncIterable<Buffer>): AsyncGenerator<ReadRecord> {
  const hash = createHash('sha256');
  const bytes = new ByteQueue(source);
  if ((await bytes.take(firstLine.length))?.toString('latin1') !== firstLine) throw notABackup();
  hash.update(firstLine);
  for (;;) {
    const head = await bytes.take(headBytes);
    if (head === undefined) return;
    const kind = head.toString('latin1', 0, 1);
    const length = head.readUInt32BE(1);
    if (!kinds.has(kind) || length > longest) throw damaged('it holds what no backup holds');
    const body = await bytes.take(length);
    if (body === undefined) throw damaged('it ends in the middle');
    yield { kind: kind as RecordKind, body, sha256Before: () => hash.copy().digest('hex') };
    hash.update(head).update(body);
  }
}

/** Bytes of a stream, taken by number. */
class ByteQueue {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #length = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; undefined at the end of the stream. Throws `backup.damaged` where it ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.#length < count) {
      const next = await this.#source.next();
      if (next.done === true) {
        if (this.#length === 0) return undefined;
        throw damaged('it ends in the middle');
      }
      this.#held.push(next.value);
      this.#length += next.value.length;
    }
    const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    const rest = all.subarray(count);
    this.#held = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return all.subarray(0, count);
  }
}

/** The error for a file that is not what was written. */
export function damaged(why: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'backup.damaged',
    `This backup is damaged or cut off: ${why}. Nothing was restored. Take another copy of it.`,
    { cause },
  );
}

/** The error for a file that is something else. */
export function notABackup(cause?: unknown): SalienceError {
  return new SalienceError('backup.unknown-file', 'This file is no backup of Salience.', { cause });
}
