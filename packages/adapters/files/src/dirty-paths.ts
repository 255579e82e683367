import type { FileLimits } from './config.ts';

/** A path that changed and was not told yet. */
export interface DirtyPath {
  readonly path: string;
  /** When the first event came, in milliseconds of the caller's clock. */
  readonly firstAt: number;
  /** Events so far: more than before a look say that the look may be old. */
  readonly events: number;
  /** What the last look found; undefined: there was none. */
  readonly mark: string | undefined;
}

/** The paths that wait to be told: a bounded queue. Times are milliseconds of the caller's clock. */
export interface DirtyPaths {
  /** Notes an event. False: the queue was full, and is empty now. */
  add(path: string, now: number): boolean;
  /** Notes what a look found at a path of which no event told, as if the first event came with `since`. False as with `add`. */
  found(path: string, mark: string, since: DirtyPath, now: number): boolean;
  /** The paths whose look is due, those that changed first at the front. */
  due(now: number): readonly DirtyPath[];
  /** When the next look is due; Infinity: nothing waits. */
  nextAt(): number;
  /** Notes what a look found; the next one follows after `stabilityMs`. */
  looked(path: string, mark: string, now: number): void;
  /** The path has been told: it waits no longer, unless events came since `told` was given. */
  done(told: DirtyPath, now: number): void;
  clear(): void;
}

interface Waiting extends DirtyPath {
  events: number;
  mark: string | undefined;
  dueAt: number;
}

/** See {@link DirtyPaths}. */
export function createDirtyPaths({ queueMax, quietMs, quietMsMax, stabilityMs }: FileLimits): DirtyPaths {
  const all = new Map<string, Waiting>();
  const begin = (path: string, firstAt: number, dueAt: number, mark?: string): boolean => {
    if (all.size >= queueMax) {
      all.clear();
      return false;
    }
    all.set(path, { path, firstAt, events: 1, mark, dueAt });
    return true;
  };
  const firstLookAt = (now: number, firstAt: number): number => Math.min(now + quietMs, firstAt + quietMsMax);
  return {
    add(path, now) {
      const waiting = all.get(path);
      if (waiting !== undefined) {
        waiting.events++;
        // Once it is looked at, the looks tell when it is quiet.
        if (waiting.mark === undefined) waiting.dueAt = firstLookAt(now, waiting.firstAt);
        return true;
      }
      return begin(path, now, firstLookAt(now, now));
    },
    found(path, mark, since, now) {
      return all.has(path) || begin(path, since.firstAt, now + stabilityMs, mark);
    },
    due: (now) =>
      [...all.values()]
        .filter(({ dueAt }) => dueAt <= now)
        .toSorted((a, b) => a.firstAt - b.firstAt)
        .map((waiting) => ({ ...waiting })),
    nextAt() {
      let next = Number.POSITIVE_INFINITY;
      for (const { dueAt } of all.values()) next = Math.min(next, dueAt);
      return next;
    },
    looked(path, mark, now) {
      const waiting = all.get(path);
      if (waiting === undefined) return;
      waiting.mark = mark;
      waiting.dueAt = now + stabilityMs;
    },
    done(told, now) {
      const waiting = all.get(told.path);
      if (waiting === undefined) return;
      all.delete(told.path);
      if (waiting.events > told.events) begin(told.path, now, firstLookAt(now, now));
    },
    clear: () => all.clear(),
  };
}
