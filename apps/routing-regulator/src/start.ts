import type { Runtime } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { calibrationLoop } from './calibration/calibration-loop.ts';
import type { RoutingRegulatorEnv } from './env.ts';
import { labelLoop } from './labels/label-loop.ts';
import { reflectionLoop } from './reflection/reflection-loop.ts';
import { regulateLoop } from './regulate/regulate-loop.ts';

/** Composes routing-regulator: what labels decisions, what reviews them, how far the router's confidence can be believed, and what changes its weights. */
export async function start(runtime: Runtime<RoutingRegulatorEnv>): Promise<readonly Service[]> {
  return [
    labelLoop(runtime),
    ...(await reflectionLoop(runtime)),
    calibrationLoop(runtime),
    regulateLoop(runtime),
  ];
}
