import { isSalienceError } from '@salience/errors';
import type { Models } from '@salience/llm';
import type { Runtime } from '@salience/runtime';
import { createLoop, type Service } from '@salience/worker';
import { createBiographer } from './biography.ts';
import type { ChoreDeps, Quiet } from './chore.ts';
import { createProfiler } from './profiles.ts';

/** What the services that write accounts are composed from. */
export interface BiographyParts {
  readonly models: Pick<Models, 'describe' | 'generateStructured'>;
  readonly quiet: Quiet;
  /** From one look for what is due to the next, in milliseconds. */
  readonly lookMs: number;
  /** How long a lease lives without being renewed, in milliseconds. */
  readonly leaseMs: number;
}

type Run = (signal: AbortSignal, alive: () => void) => Promise<number>;

/** The loop that writes autobiographies. Any number of replicas may run it. */
export function biographyLoop(runtime: Runtime, parts: BiographyParts): Service {
  const { models } = parts;
  const deps = { ...choreDeps(runtime, parts), models, metrics: runtime.telemetry.metrics };
  return service(runtime, 'autobiography', parts.lookMs, createBiographer(deps));
}

/** The loop that writes the profiles of tools. Any number of replicas may run it. */
export function profileLoop(runtime: Runtime, parts: BiographyParts): Service {
  return service(runtime, 'tool-profiles', parts.lookMs, createProfiler(choreDeps(runtime, parts)));
}

function choreDeps(runtime: Runtime, { leaseMs, quiet }: BiographyParts): ChoreDeps {
  const { clock, db, fault, log, workerId } = runtime;
  return { clock, db, fault, log, quiet, owner: workerId, leaseMs };
}

/** A run as a service that tells since when it produced nothing (law 8). */
function service({ log, telemetry: { metrics } }: Runtime, name: string, lookMs: number, run: Run): Service {
  metrics.loopProgressed(name);
  metrics.loopSucceeded(name);
  return createLoop({
    name,
    everyMs: lookMs,
    // A model may take its whole time, and then the same for the repair of its answer.
    stallMs: 300_000,
    runOnce: async (signal, alive) => {
      if ((await run(signal, alive)) > 0) metrics.loopProgressed(name);
    },
    onSuccess: () => metrics.loopSucceeded(name),
    onError: (error) => {
      if (isSalienceError(error) && error.kind === 'retryable')
        log.debug({ loop: name, code: error.code }, 'loop run put off; it will be repeated');
      else log.error({ loop: name, err: error }, 'loop run failed; it will be repeated');
    },
  });
}
