import { SalienceError } from '@salience/errors';
import type { Service } from './service.ts';

/** Periodic work. */
export interface LoopOptions {
  readonly name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** One run. Must be safe to run on every replica at the same time. A long run calls `alive` as it makes progress. */
  runOnce(signal: AbortSignal, alive: () => void): Promise<void>;
  /** Called when a run throws. The loop continues. */
  onError(error: unknown): void;
  /** Called when a run succeeds. */
  onSuccess?(): void;
  /** A run without progress for this long is stalled, in milliseconds. Default: one minute. */
  readonly stallMs?: number;
}

/** A loop as a service, with the single run that tests call. */
export interface Loop extends Service {
  runOnce(): Promise<void>;
  /** Has the next run begin at once, or as soon as the current one has ended. A hint: many make one run. */
  hint(): void;
}

/** How long a run may make no progress before the loop counts as stalled, in milliseconds. */
export const defaultStallMs = 60_000;

/**
 * Makes a loop. Runs never overlap. The loop is stalled while a run hangs, never because runs throw: a server that is away comes
 * back, and a restart would not help.
 */
export function createLoop(options: LoopOptions): Loop {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let started = false;
  let hinted = false;
  /** When the current run last made progress; undefined between runs. */
  let aliveAt: number | undefined;
  // Only during a run: what an earlier run left behind must not make the loop look stalled.
  const alive = (): void => {
    if (aliveAt !== undefined) aliveAt = performance.now();
  };

  const run = async (): Promise<void> => {
    aliveAt = performance.now();
    try {
      await options.runOnce(abort.signal, alive);
      options.onSuccess?.();
    } catch (error) {
      if (!abort.signal.aborted) options.onError(error);
    } finally {
      aliveAt = undefined;
    }
  };
  const schedule = (): void => {
    if (abort.signal.aborted) return;
    const begin = (): void => {
      timer = undefined;
      hinted = false;
      current = run().finally(schedule);
    };
    timer = setTimeout(begin, hinted ? 0 : options.everyMs);
  };
  return {
    name: options.name,
    runOnce: () => options.runOnce(abort.signal, alive),
    hint: () => {
      if (hinted || !started || abort.signal.aborted) return;
      hinted = true;
      if (timer === undefined) return;
      clearTimeout(timer);
      schedule();
    },
    start: () => {
      if (!started && !abort.signal.aborted) {
        started = true;
        current = run().finally(schedule);
      }
      return Promise.resolve();
    },
    async stop(deadlineMs) {
      abort.abort(
        new SalienceError('worker.stopping', `The loop ${options.name} is stopping.`, { kind: 'retryable' }),
      );
      clearTimeout(timer);
      if (current === undefined) return [];
      return (await settlesWithin(current, deadlineMs)) ? [] : [options.name];
    },
    running: () => [],
    stalled: () => {
      const silentMs = aliveAt === undefined ? 0 : performance.now() - aliveAt;
      return silentMs > (options.stallMs ?? defaultStallMs)
        ? `${options.name}: its run hangs without a sign of life for ${Math.round(silentMs / 1000)} s`
        : undefined;
    },
  };
}

/** True when the promise settles (either way) before the deadline. */
export async function settlesWithin(promise: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
