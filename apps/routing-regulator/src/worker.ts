import type { App } from '@salience/runtime';
import { type RoutingRegulatorEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** routing-regulator as an app: its settings, how many jobs it takes at once, and its services. */
export const routingRegulator: App<RoutingRegulatorEnv> = {
  app: 'routing-regulator',
  readEnv,
  capacity: () => 1,
  start,
};
