import { SalienceError } from '@salience/errors';
import type { Service } from './service.ts';

/** Periodic work. */
export interface LoopOptions {
  readonly name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  readonly everyMs: number;
  /** One run. Must be safe on every replica at once. */
  runOnce(signal: AbortSignal): Promise<void>;
  /** Hears of a run that threw; the loop goes on. */
  onError(error: unknown): void;
  /** Hears of a run that ended well. */
  onProgress?(): void;
}

/** A loop as a service, with the single run that tests call. */
export interface Loop extends Service {
  runOnce(): Promise<void>;
}

/** A loop that has not finished a run for this many periods, and at least this long, is stalled. */
const stallPeriods = 10;
const stallMsMin = 60_000;

/** Makes a loop. A run never overlaps the one before. */
export function createLoop(options: LoopOptions): Loop {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let lastEndedAt = Date.now();
  let started = false;

  const run = async (): Promise<void> => {
    try {
      await options.runOnce(abort.signal);
      options.onProgress?.();
      lastEndedAt = Date.now();
    } catch (error) {
      if (!abort.signal.aborted) options.onError(error);
    }
  };
  const schedule = (): void => {
    if (abort.signal.aborted) return;
    timer = setTimeout(() => {
      current = run().finally(schedule);
    }, options.everyMs);
  };
  return {
    name: options.name,
    runOnce: () => options.runOnce(abort.signal),
    start: () => {
      if (!started && !abort.signal.aborted) {
        started = true;
        lastEndedAt = Date.now();
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
      const silentMs = Date.now() - lastEndedAt;
      const limitMs = Math.max(stallMsMin, stallPeriods * options.everyMs);
      return started && silentMs > limitMs
        ? `${options.name} finished no run for ${Math.round(silentMs / 1000)} s`
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
