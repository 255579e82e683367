import {
  BaseStore,
  type GetOperation,
  InvalidNamespaceError,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint';
import type { Client } from '@salience/client';
import { inParallel } from './in-parallel.ts';
import { isBelow, meets, passes } from './matching.ts';
import { recordOf, type StoredRecord } from './record.ts';
import { deleteVersions, newestOf, type Place, putVersion, type Shelf, type Version } from './versions.ts';

/** How a store keeps its items. */
export interface SalienceStoreOptions {
  /** A client with the key of the agent whose memory it is, or the token of the person. */
  readonly client: Client;
  /** Tells stores of one agent from one another. Default `default`. */
  readonly name?: string | undefined;
  /** Who is remembered to have said what is put, 1 to 128 characters. Default `LangGraph`. Items of another speaker are not seen. */
  readonly speaker?: string | undefined;
  /** `external` for a store of words from outside. Default `unverified`, which is the most that they are trusted. */
  readonly trust?: 'external' | 'unverified' | undefined;
  /** Requests of one batch that run at once, at least 1. Default 8. */
  readonly concurrency?: number | undefined;
  /** How long a put or a delete waits for what it removes to be gone, in milliseconds, before it rejects. Default 60,000. */
  readonly goneMsMax?: number | undefined;
}

/** The most hits that a search of memory has. */
const hitsMax = 200;

/**
 * A store of LangGraph in the memory of an agent. An item is an exchange that is remembered: the agent finds it, explains where it is from,
 * learns from it in the background, and forgets it for good when it is replaced or deleted. Nothing is kept in this process.
 */
export class SalienceStore extends BaseStore {
  readonly #shelf: Shelf;
  readonly #width: number;

  /** Makes no request. Throws RangeError for a concurrency below 1. */
  constructor(options: SalienceStoreOptions) {
    super();
    const { client, concurrency = 8, goneMsMax = 60_000, name = 'default' } = options;
    const { speaker = 'LangGraph', trust = 'unverified' } = options;
    if (!(concurrency >= 1)) throw new RangeError(`concurrency must be at least 1, not ${concurrency}.`);
    this.#shelf = { client, store: name, speaker, trust, goneMsMax };
    this.#width = Math.floor(concurrency);
  }

  /**
   * Runs operations. All reads see what was there before the puts of the same batch; of several puts of one item the last one counts. It is
   * no transaction: where it rejects, some of the puts may have been done.
   */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>();
    for (const operation of operations) {
      if ('namespace' in operation) checkNamespace(operation.namespace);
      if (isPut(operation)) puts.set(JSON.stringify([operation.namespace, operation.key]), operation);
    }
    const results = await inParallel(operations, this.#width, (operation) => this.#read(operation));
    await inParallel([...puts.values()], this.#width, (put) => this.#write(put));
    return results as OperationResults<Op>;
  }

  async #read(operation: Operation): Promise<Item | SearchItem[] | string[][] | null | undefined> {
    if (isPut(operation)) return undefined;
    if (isGet(operation)) {
      const found = await newestOf(this.#shelf, operation);
      return found === undefined ? null : itemOf(found);
    }
    if ('namespacePrefix' in operation) return this.#search(operation);
    return this.#namespaces(operation);
  }

  #write({ index, key, namespace, value }: PutOperation): Promise<void> {
    const place = { namespace, key };
    return value === null ? deleteVersions(this.#shelf, place) : putVersion(this.#shelf, place, value, index);
  }

  /** Ranked hits first, with their score; then, as far as there is room, what memory did not rank for this query, latest first. */
  async #search(operation: SearchOperation): Promise<SearchItem[]> {
    const { limit = 10, offset = 0, query } = operation;
    const found: SearchItem[] = [];
    const seen = new Set<string>();
    const take = async (records: AsyncIterable<Scored>): Promise<void> => {
      for await (const piece of inPieces(records, this.#width)) {
        if (found.length >= offset + limit) return;
        const fresh = piece.filter(({ record }) => {
          const isFresh = !seen.has(nameOf(record)) && fits(record, operation);
          if (isFresh) seen.add(nameOf(record));
          return isFresh;
        });
        const items = await inParallel(fresh, this.#width, (one) => this.#current(one, operation));
        found.push(...items.filter((item) => item !== undefined));
      }
    };
    if (query !== undefined && query !== '') await take(this.#ranked(query));
    await take(this.#unranked());
    return found.slice(offset, offset + limit);
  }

  /** A hit may be of a version that is being replaced, or no item at all: what counts is read by its key. */
  async #current({ record, score }: Scored, operation: SearchOperation): Promise<SearchItem | undefined> {
    const newest = await newestOf(this.#shelf, record);
    if (newest === undefined || !fits(newest.record, operation)) return undefined;
    return score === undefined ? itemOf(newest) : { ...itemOf(newest), score };
  }

  async *#ranked(query: string): AsyncGenerator<Scored> {
    const hits = await this.#shelf.client.memory.search(query, { kind: 'exchange', limit: hitsMax });
    for (const { score, text } of hits) {
      const record = recordOf(text);
      if (record?.store === this.#shelf.store && record.indexed) yield { record, score };
    }
  }

  async *#unranked(): AsyncGenerator<Scored> {
    for await (const record of this.#all()) yield { record, score: undefined };
  }

  async #namespaces(operation: ListNamespacesOperation): Promise<string[][]> {
    const { limit, matchConditions = [], maxDepth, offset } = operation;
    const found = new Map<string, string[]>();
    const places = new Map<string, Place>();
    for await (const record of this.#all()) {
      if (matchConditions.every((condition) => meets(record.namespace, condition)))
        places.set(nameOf(record), record);
    }
    const there = await inParallel([...places.values()], this.#width, async (place) => {
      const version = await newestOf(this.#shelf, place);
      return version?.record.namespace;
    });
    for (const namespace of there) {
      if (namespace === undefined) continue;
      const cut = namespace.slice(0, maxDepth);
      found.set(JSON.stringify(cut), cut);
    }
    const sorted = [...found.values()].sort((one, other) => (one.join('\0') < other.join('\0') ? -1 : 1));
    return sorted.slice(offset, offset + limit);
  }

  /** Every record that is remembered of this store, latest first; of an item that is being replaced more than one. */
  async *#all(): AsyncGenerator<StoredRecord> {
    const { client, speaker, store } = this.#shelf;
    for await (const { text } of client.memory.items({ kind: 'exchange', person: speaker, limit: hitsMax })) {
      const record = recordOf(text);
      if (record?.store === store) yield record;
    }
  }
}

interface Scored {
  readonly record: StoredRecord;
  readonly score: number | undefined;
}

function fits(record: StoredRecord, { filter, namespacePrefix }: SearchOperation): boolean {
  return isBelow(record.namespace, namespacePrefix) && passes(record.value, filter ?? {});
}

function nameOf({ key, namespace }: Place): string {
  return JSON.stringify([namespace, key]);
}

function itemOf({ record, updated }: Version): Item {
  return {
    value: record.value,
    key: record.key,
    namespace: [...record.namespace],
    createdAt: new Date(record.created),
    updatedAt: updated,
  };
}

function isPut(operation: Operation): operation is PutOperation {
  return 'value' in operation;
}

function isGet(operation: Operation): operation is GetOperation {
  return 'key' in operation && !isPut(operation);
}

/** Nothing of a batch is done when one of its operations names no namespace. */
function checkNamespace(namespace: readonly unknown[]): void {
  const bad = namespace.find((label) => typeof label !== 'string' || label === '');
  if (namespace.length === 0 || bad !== undefined)
    throw new InvalidNamespaceError(
      `Expected one or more labels, none of them empty, got ${JSON.stringify(namespace)}.`,
    );
}

/** What comes, so many at a time. */
async function* inPieces<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let piece: T[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
