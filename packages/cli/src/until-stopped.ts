/** A request to stop, by signal, by a closed output, or by the command itself. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Wishes it. */
  readonly now: () => void;
  /** Resolves after `ms`, or as soon as a stop is wished. */
  orAfter(ms: number): Promise<void>;
  /** No longer listens for signals. */
  release(): void;
}

/** Listens for everything that ends a watching command: Ctrl-C, a kill, a closed terminal, a closed pipe. */
export function untilStopped(): Stop {
  const controller = new AbortController();
  const now = (): void => controller.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, now);
  // `salience tail | head` has ended when head has.
  process.stdout.on('error', now);
  return {
    signal: controller.signal,
    now,
    orAfter: (ms) =>
      new Promise((resolve) => {
        if (controller.signal.aborted) {
          resolve();
          return;
        }
        const done = (): void => {
          clearTimeout(timer);
          controller.signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        controller.signal.addEventListener('abort', done);
      }),
    release: () => {
      for (const name of signals) process.off(name, now);
      process.stdout.off('error', now);
    },
  };
}
