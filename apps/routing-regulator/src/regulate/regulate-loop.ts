import { policySignal } from '@salience/contracts';
import { hint, type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { RoutingRegulatorEnv } from '../env.ts';
import { createLead } from './lead.ts';
import { createPolicyShelf } from './lines.ts';
import { createRegulator } from './regulator.ts';

/** How long one piece of work in its thread may show no sign of life, in milliseconds. */
const stallMs = 300_000;

/** The loop that changes policies by what was learned. Any number of replicas may run it; one is active. */
export function regulateLoop(runtime: Runtime<RoutingRegulatorEnv>): Service {
  const { clock, db, env, fault, log, telemetry, workerId } = runtime;
  const lead = createLead(db, workerId, log);
  runtime.use('regulator lease', () => lead.release());
  const run = createRegulator(
    {
      clock,
      db,
      fault,
      log,
      metrics: telemetry.metrics,
      policies: createPolicyShelf(db),
      tell: (policy) => hint(runtime, policySignal, policy),
    },
    lead,
  );
  return workLoop(runtime, { name: 'regulate', everyMs: env.SALIENCE_LEARNING_MS, run, stallMs });
}
