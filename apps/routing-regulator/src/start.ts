import type { Runtime } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { RoutingRegulatorEnv } from './env.ts';

/** Composes routing-regulator: it has no service of its own, the heartbeat that every app has is all it does. */
export function start(runtime: Runtime<RoutingRegulatorEnv>): Promise<readonly Service[]> {
  runtime.log.info({ services: 0 }, 'no work of its own; only the heartbeat runs');
  return Promise.resolve([]);
}
