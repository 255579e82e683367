import { getTextAtPath } from '@langchain/langgraph-checkpoint';

/** One version of an item as it is remembered. */
export interface StoredRecord {
  readonly value: Record<string, unknown>;
  readonly namespace: readonly string[];
  readonly key: string;
  /** The name of the store. */
  readonly store: string;
  /** When the item was put for the first time, ISO 8601. */
  readonly created: string;
  /** Whether a search by words finds it. */
  readonly indexed: boolean;
}

const version = 1;

/**
 * The text that is remembered: the record as one line of JSON, its value first; before it, where only some fields are to be searched by,
 * their texts.
 */
export function textOf(record: StoredRecord, index: readonly string[] | undefined): string {
  const { created, indexed, key, namespace, store, value } = record;
  const line = JSON.stringify({ langgraph: version, value, namespace, key, store, created, indexed });
  const texts = (index ?? []).flatMap((path) => getTextAtPath(value, path)).filter((text) => text !== '');
  // Memory takes no text with NUL characters; in the record they are escaped.
  return [...texts.map((text) => text.replaceAll('\0', '')), line].join('\n');
}

/**
 * The record of a text; undefined for a text that holds none. A search puts notes behind a text on what of it no longer holds, in the same line
 * and in round brackets; they are no part of the record.
 */
export function recordOf(text: string): StoredRecord | undefined {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  if (!line.startsWith(`{"langgraph":${version},`)) return undefined;
  const end = objectEnd(line);
  if (end < line.length && !line.startsWith(' (', end)) return undefined;
  try {
    const record = JSON.parse(line.slice(0, end)) as Partial<StoredRecord>;
    return isWhole(record) ? record : undefined;
  } catch {
    // Somebody said something that only begins like a record.
    return undefined;
  }
}

/** Where the JSON object ends that a text begins with; the length of a text in which it does not end. */
function objectEnd(text: string): number {
  let depth = 0;
  // Whole strings, in which brackets mean nothing, and the brackets outside of them.
  for (const { 0: piece, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}]/g)) {
    if (piece === '{') depth += 1;
    if (piece === '}') depth -= 1;
    if (depth === 0) return index + piece.length;
  }
  return text.length;
}

function isWhole(record: Partial<StoredRecord>): record is StoredRecord {
  const { created, indexed, key, namespace, store, value } = record;
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(namespace) &&
    namespace.every((label) => typeof label === 'string') &&
    [key, store, created].every((field) => typeof field === 'string') &&
    typeof indexed === 'boolean'
  );
}
