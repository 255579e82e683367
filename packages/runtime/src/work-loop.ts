import { isSalienceError } from '@salience/errors';
import { createLoop, type Loop } from '@salience/worker';
import type { Runtime } from './app.ts';

/**
 * One run of a loop. Must be safe to repeat and to run on every replica at once. Resolves with how much it produced. Checks the
 * signal between batches and calls `alive` after each.
 */
export type LoopRun = (signal: AbortSignal, alive: () => void) => Promise<number>;

/** What a loop does, and how often. */
export interface WorkLoopOptions {
  /** Names the loop in metrics, logs and `/health`. */
  readonly name: string;
  /** From the end of one run to the start of the next, in milliseconds. */
  readonly everyMs: number;
  readonly run: LoopRun;
  /** How long a run may make no progress before it is stalled, in milliseconds. Default: `SALIENCE_STALL_MS`. */
  readonly stallMs?: number;
}

/**
 * Runs something periodically as a service. Its metrics show the seconds since it last produced something and since a run last
 * succeeded (law 8). It is stalled while a run hangs. A run that throws is logged and repeated.
 */
export function workLoop(
  { env, log, telemetry: { metrics } }: Pick<Runtime, 'env' | 'log' | 'telemetry'>,
  { name, everyMs, run, stallMs = env.SALIENCE_STALL_MS }: WorkLoopOptions,
): Loop {
  metrics.loopProgressed(name);
  metrics.loopSucceeded(name);
  return createLoop({
    name,
    everyMs,
    stallMs,
    async runOnce(signal, alive) {
      const produced = await run(signal, alive);
      if (produced === 0) return;
      metrics.loopProgressed(name);
      log.debug({ loop: name, produced }, 'loop produced');
    },
    onSuccess: () => metrics.loopSucceeded(name),
    onError(error) {
      const away = isSalienceError(error) && error.kind === 'retryable';
      // The worker's readiness reports what is away; a line per run would flood the log.
      if (away) log.debug({ loop: name, code: error.code }, 'loop run put off; it will be repeated');
      else log.error({ loop: name, err: error }, 'loop run failed; it will be repeated');
    },
  });
}
