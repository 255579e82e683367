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

/** A stop that is wished by the program alone. */
export function stoppable(): Stop {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    now: () => controller.abort(),
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
    release: () => {},
  };
}

/** Listens for everything that ends a watching command: Ctrl-C, a kill, a closed terminal, a closed pipe. */
export function untilStopped(): Stop {
  const stop = stoppable();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, stop.now);
  // `salience tail | head` has ended when head has.
  process.stdout.on('error', stop.now);
  return {
    ...stop,
    release: () => {
      for (const name of signals) process.off(name, stop.now);
      process.stdout.off('error', stop.now);
    },
  };
}
