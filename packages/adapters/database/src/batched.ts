import { isSalienceError } from '@salience/errors';
import type { Database } from './connect.ts';

/** Options of batching. */
export interface BatchOptions<I, O> {
  /** Only calls with the same key share a batch. */
  keyOf(item: I): string;
  /** Maximum calls in a batch. */
  readonly max: number;
  /** Maximum concurrent batches of one key. */
  readonly inFlight: number;
  /** Runs a batch in one round trip; returns results in the same order. If it rejects, nothing was done. */
  run(items: readonly I[]): Promise<readonly O[]>;
}

interface Waiting<I, O> {
  readonly item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

interface Gathered<I, O> {
  readonly waiting: Waiting<I, O>[];
  running: number;
  due: boolean;
}

/** How often a call that was taken down as one side of a deadlock is tried again. */
const againMax = 3;

/**
 * Combines concurrent calls into one round trip: a call is sent at once while few are running; calls that arrive meanwhile are
 * sent together, and none waits for company. A batch that fails is tried again in halves, so that a call that cannot succeed fails alone;
 * one that met a lock, call by call, because a batch does not wait for locks, and such a call a few times more. If the server is unreachable, all of its calls fail.
 */
export function batched<I, O>(options: BatchOptions<I, O>): (item: I) => Promise<O> {
  const gathered = new Map<string, Gathered<I, O>>();

  const send = async (calls: readonly Waiting<I, O>[], again = againMax): Promise<void> => {
    try {
      const results = await options.run(calls.map(({ item }) => item));
      for (const [index, call] of calls.entries()) call.resolve(results[index] as O);
    } catch (error) {
      const away = isSalienceError(error) && error.code === 'database.unavailable' && !isLockTrouble(error);
      if (isLockTrouble(error) && (calls.length > 1 || again > 0))
        await Promise.all(calls.map((call) => send([call], again - 1)));
      else if (calls.length === 1 || away) for (const call of calls) call.reject(error);
      else {
        const middle = calls.length >> 1;
        await send(calls.slice(0, middle));
        await send(calls.slice(middle));
      }
    }
  };
  const pump = (key: string, group: Gathered<I, O>): void => {
    while (group.running < options.inFlight && group.waiting.length > 0) {
      const calls = group.waiting.splice(0, options.max);
      group.running += 1;
      void send(calls).finally(() => {
        group.running -= 1;
        if (group.running === 0 && group.waiting.length === 0 && !group.due) gathered.delete(key);
        else pump(key, group);
      });
    }
  };
  return (item) =>
    new Promise<O>((resolve, reject) => {
      const key = options.keyOf(item);
      const group: Gathered<I, O> = gathered.get(key) ?? { waiting: [], running: 0, due: false };
      gathered.set(key, group);
      group.waiting.push({ item, resolve, reject });
      if (group.due) return;
      group.due = true;
      // What the same turn of the event loop still brings leaves together.
      setImmediate(() => {
        group.due = false;
        pump(key, group);
      });
    });
}

/** The same for calls that name their database: each database has its own batches. */
export function batchedFor<I, O>(
  options: Omit<BatchOptions<I, O>, 'run'> & {
    run(db: Database, items: readonly I[]): Promise<readonly O[]>;
  },
): (db: Database, item: I) => Promise<O> {
  const callers = new WeakMap<Database, (item: I) => Promise<O>>();
  return (db, item) => {
    let caller = callers.get(db);
    if (caller === undefined) {
      caller = batched({ ...options, run: (items) => options.run(db, items) });
      callers.set(db, caller);
    }
    return caller(item);
  };
}

/** A deadlock between two batches, or a lock that a batch does not wait for: the server is reachable, and a single call waits. */
function isLockTrouble(error: unknown): boolean {
  return isSalienceError(error) && ['40P01', '55P03'].includes(String(error.data['sqlstate']));
}
