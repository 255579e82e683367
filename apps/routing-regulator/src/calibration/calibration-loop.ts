import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { RoutingRegulatorEnv } from '../env.ts';
import { createCalibrator } from './calibrator.ts';

/** The loop that looks once a day how far the router's confidence can be believed. Any number of replicas may run it. */
export function calibrationLoop(runtime: Runtime<RoutingRegulatorEnv>): Service {
  const { clock, db, env, fault, log, telemetry, workerId } = runtime;
  const run = createCalibrator({
    clock,
    db,
    fault,
    log,
    metrics: telemetry.metrics,
    owner: workerId,
  });
  return workLoop(runtime, { name: 'calibration', everyMs: env.SALIENCE_LEARNING_MS, run });
}
