import type { AgentId } from '@salience/contracts';
import type pg from 'pg';
import { ask, type Database, inTransaction, query } from '../connect.ts';

/** Whose image, and the model of its codes; empty for none. */
export interface ImageOf {
  readonly agentId: AgentId;
  readonly modelId: string;
}

/** What searching holds of an agent's memory, as it was read once. */
export interface MemoryImage {
  readonly bytes: Uint8Array;
  /** The transaction from which to read on. */
  readonly from: string;
}

/** Bytes of a row. */
const partMax = 1_000_000;

/** The image of an agent's memory; undefined where there is none. One round trip. */
export async function loadMemoryImage(
  db: Database,
  { agentId, modelId }: ImageOf,
): Promise<MemoryImage | undefined> {
  const parts = await query<{ from_xid: string; bytes: Buffer }>(
    db,
    'load_memory_image',
    'select * from salience.load_memory_image($1, $2)',
    [agentId, modelId],
  );
  const [first] = parts;
  return first && { from: first.from_xid, bytes: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}

/**
 * Replaces the image of an agent's memory; resolves with false where it may not be kept. To be called with the database of
 * `inOneSession` that everything in it was read with. `since` is the oldest transaction that any of it was read from.
 */
export function saveMemoryImage(
  db: Database,
  { agentId, bytes, from, modelId, since }: ImageOf & MemoryImage & { readonly since: string },
): Promise<boolean> {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += partMax)
    parts.push(Buffer.from(bytes.subarray(at, at + partMax)));
  return ask(db, 'save_memory_image', agentId, modelId, since, from, parts);
}

/** Runs queries in one transaction: it fails if the server failed at any time in between. */
export function inOneSession<R>(db: Database, run: (db: Database) => Promise<R>): Promise<R> {
  return inTransaction(db, (session) =>
    run({ ...db, pool: session as unknown as pg.Pool, orm: session.orm }),
  );
}
