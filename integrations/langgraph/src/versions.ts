import { ApiError, type Client, type Shapes } from '@salience/client';
import { recordOf, type StoredRecord, textOf } from './record.ts';

/** Which items a store holds, and how they are written. */
export interface Shelf {
  readonly client: Client;
  readonly store: string;
  readonly speaker: string;
  readonly trust: 'external' | 'unverified';
  readonly goneMsMax: number;
}

/** Where an item lies. */
export interface Place {
  readonly namespace: readonly string[];
  readonly key: string;
}

/** A version of an item that is remembered. */
export interface Version {
  readonly record: StoredRecord;
  readonly turnId: string;
  readonly updated: Date;
}

/** Each item has a thread of its own, which follows from its place: so it is found by its key. */
function threadNameOf(store: string, { key, namespace }: Place): string {
  return JSON.stringify(['langgraph', store, namespace, key]);
}

/** The versions of an item that are remembered, latest first: one, unless a put is under way or was broken off. */
async function* versionsOf(shelf: Shelf, place: Place): AsyncGenerator<Version> {
  const { client, store } = shelf;
  const thread = await client.memory.threadOf(threadNameOf(store, place));
  try {
    for await (const said of client.threads.messages(thread, { limit: 50 })) {
      const record = wasPut(said, shelf) ? recordOf(said.text) : undefined;
      if (record !== undefined && isAt(record, store, place))
        yield { record, turnId: said.turn_id, updated: new Date(said.said_at) };
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'thread.unknown') throw error;
  }
}

/** The version that counts; undefined where the item is not there. */
export async function newestOf(shelf: Shelf, place: Place): Promise<Version | undefined> {
  for await (const version of versionsOf(shelf, place)) return version;
  return undefined;
}

/** Remembers a version, and has those that it replaces forgotten. */
export async function putVersion(
  shelf: Shelf,
  place: Place,
  value: Readonly<Record<string, unknown>>,
  index: false | readonly string[] | undefined,
): Promise<void> {
  const { client, speaker, store, trust } = shelf;
  const [now, before] = [new Date(), await newestOf(shelf, place)];
  const record = {
    ...place,
    value,
    store,
    created: before?.record.created ?? now.toISOString(),
    indexed: index !== false,
  };
  await client.memory.remember(textOf(record, index === false ? undefined : index), {
    thread: threadNameOf(store, place),
    at: now,
    speaker,
    trust,
  });
  const versions: Version[] = [];
  for await (const version of versionsOf(shelf, place)) versions.push(version);
  // The place in the thread decides, so that of two puts at once the same one stays, whoever clears up.
  for (const { turnId } of versions.slice(1)) await forget(shelf, turnId);
}

/** Has every version of an item forgotten, for good. */
export async function deleteVersions(shelf: Shelf, place: Place): Promise<void> {
  for await (const { turnId } of versionsOf(shelf, place)) await forget(shelf, turnId);
}

/** Resolves when the version is gone. */
async function forget({ client, goneMsMax }: Shelf, turnId: string): Promise<void> {
  let state: Shapes['Forgetting'];
  try {
    state = await client.memory.forget({ scope: 'item', target: turnId, reason: 'replaced or deleted' });
  } catch (error) {
    // Somebody else was first.
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return;
    throw error;
  }
  const until = Date.now() + goneMsMax;
  while (state.gone_at === null) {
    if (Date.now() > until)
      throw new Error(`${turnId} is not forgotten yet after ${goneMsMax} ms; the server goes on with it.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    state = await client.get('/memory/forget/:request', { params: { request: state.forget_id } });
  }
}

/**
 * Whether a turn is what a put wrote. Whoever may talk to the agent can send a message with any source, speaker and thread; but what was
 * decided about a message has a confidence, and nothing was ever decided about what was taken in.
 */
function wasPut(
  { confidence, forgotten_at: gone, source, speaker, state }: Shapes['HistoryItem'],
  shelf: Shelf,
): boolean {
  return (
    state === 'ignored' &&
    source === 'import' &&
    speaker === shelf.speaker &&
    confidence === null &&
    gone === null
  );
}

/** Whether a record is of the item at a place: what is found by other means than its place may be anything. */
function isAt(record: StoredRecord, store: string, { key, namespace }: Place): boolean {
  return (
    record.store === store &&
    record.key === key &&
    record.namespace.length === namespace.length &&
    record.namespace.every((label, i) => label === namespace[i])
  );
}
