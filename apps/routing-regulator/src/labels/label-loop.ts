import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { RoutingRegulatorEnv } from '../env.ts';
import { createLabeller } from './labeller.ts';

/** The loop that labels decisions. Any number of replicas may run it. */
export function labelLoop(runtime: Runtime<RoutingRegulatorEnv>): Service {
  const { clock, db, env, fault, log, telemetry } = runtime;
  const run = createLabeller({
    clock,
    db,
    fault,
    log,
    metrics: telemetry.metrics,
    expiryMs: env.SALIENCE_THREAD_EXPIRY_MS,
  });
  return workLoop(runtime, { name: 'labels', everyMs: env.SALIENCE_LABELS_MS, run });
}
