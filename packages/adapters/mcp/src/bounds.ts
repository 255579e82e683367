// What a server sends is counted before anything walks it. The count itself walks level by level, so no nesting can exhaust it.

/** The largest message that is read, in bytes. */
export const messageBytesMax = 1_048_576;
/** Values that one message, or one tool of a list, may hold, keys not counted. */
const nodesMax = 10_000;
/** Levels that they may be nested in. */
const depthMax = 64;

/** How many values a value holds, itself included, as far as `max`; undefined beyond it, and where it nests too deep. */
export function countNodes(value: unknown, max: number = nodesMax): number | undefined {
  let level: unknown[] = [value];
  let nodes = 1;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax) return undefined;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      const parts: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
      nodes += parts.length;
      if (nodes > max) return undefined;
      for (const part of parts) next.push(part);
    }
    level = next;
  }
  return nodes;
}

/** True for a value that may be walked, copied and written as JSON. */
export function isBounded(value: unknown): boolean {
  return countNodes(value) !== undefined;
}
