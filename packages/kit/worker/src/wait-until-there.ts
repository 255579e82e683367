import { messageOf } from '@salience/errors';

/** Options for waiting for something that a worker cannot start without. */
export interface WaitOptions {
  /** What the worker waits for, in words for people: `Postgres`. */
  readonly what: string;
  /** True for an error that may go away: the server cannot be reached. Every other error is thrown at once. */
  isAway(error: unknown): boolean;
  /** Ends the wait. Nothing else does. */
  readonly stop: AbortSignal;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
  /** Called with the reason when the wait begins, and with `undefined` when it ends. */
  onWaiting(reason: string | undefined): void;
}

const pauseMsMin = 250;
const pauseMsMax = 5_000;
/** The reason is logged at once and then at this interval. */
const sayMs = 30_000;

/**
 * Retries `attempt` until it succeeds, with pauses from a quarter of a second to five. Rejects with errors that waiting does not fix,
 * and with the signal's reason when the worker is told to stop.
 */
export async function waitUntilThere<T>(attempt: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { what, log, stop } = options;
  const startedAt = performance.now();
  let saidAt = Number.NEGATIVE_INFINITY;
  for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(pauseMsMax, pauseMs * 2)) {
    stop.throwIfAborted();
    try {
      const found = await attempt();
      options.onWaiting(undefined);
      if (saidAt > 0) log.info({ waitedMs: Math.round(performance.now() - startedAt) }, `${what} is there`);
      return found;
    } catch (error) {
      if (!options.isAway(error)) throw error;
      const cause = messageOf(error);
      options.onWaiting(`waiting for ${what}: ${cause}`);
      if (performance.now() - saidAt > sayMs) {
        saidAt = performance.now();
        log.warn({ cause }, `waiting for ${what}`);
      }
    }
    await pause(pauseMs, stop);
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    }
    stop.addEventListener('abort', done, { once: true });
  });
}
