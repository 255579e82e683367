import type { Metrics } from '@salience/telemetry';

/** Times the stages of one turn. */
export interface Stopwatch {
  /** Runs one stage and records its duration, also if it throws. */
  stage<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Milliseconds per stage so far, and since the start as `total`. */
  timings(): Record<string, number>;
}

/** Starts a stopwatch whose stages also count in the metrics. */
export function createStopwatch(metrics: Pick<Metrics, 'stageDuration'>): Stopwatch {
  const startedAt = performance.now();
  const taken: Record<string, number> = {};
  return {
    async stage(name, run) {
      const from = performance.now();
      try {
        return await run();
      } finally {
        const ms = performance.now() - from;
        taken[name] = Math.round(ms * 1000) / 1000;
        metrics.stageDuration.observe({ stage: name }, ms / 1000);
      }
    },
    timings: () => ({ ...taken, total: Math.round((performance.now() - startedAt) * 1000) / 1000 }),
  };
}
