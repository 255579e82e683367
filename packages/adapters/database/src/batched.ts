import { isSalienceError } from '@salience/errors';
import type { Database } from './connect.ts';

/** How calls are gathered. */
export interface BatchOptions<I, O> {
  /** Calls of one key may share a batch; of two keys never. */
  keyOf(item: I): string;
  /** Calls in one batch at most. */
  readonly max: number;
  /** Batches of one key under way at once. */
  readonly inFlight: number;
  /** Does a batch in one round trip; answers in the order asked. When it rejects, nothing of it was done. */
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

/**
 * Makes one round trip out of calls that would be made at the same time: a call goes out at once while few are under
 * way, and those that come meanwhile leave together. One that fails in company is tried alone, so that it fails nobody
 * else; when the server is away all of them hear it.
 */
export function batched<I, O>(options: BatchOptions<I, O>): (item: I) => Promise<O> {
  const gathered = new Map<string, Gathered<I, O>>();

  const send = async (calls: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const results = await options.run(calls.map(({ item }) => item));
      for (const [index, call] of calls.entries()) call.resolve(results[index] as O);
    } catch (error) {
      const away = isSalienceError(error) && error.code === 'database.unavailable';
      if (calls.length === 1 || (away && !isDeadlock(error))) for (const call of calls) call.reject(error);
      else await Promise.all(calls.map((call) => send([call])));
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

/** The same for calls that name their database: each database gathers its own. */
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

/** Two batches that waited for each other: the server is there, and one alone will not be in the way. */
function isDeadlock(error: unknown): boolean {
  return isSalienceError(error) && error.data['sqlstate'] === '40P01';
}
