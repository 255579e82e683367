import type { App } from '@salience/runtime';
import { type CognitiveDriftEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** cognitive-drift as an app: its settings, how many jobs it takes at once, and its services. */
export const cognitiveDrift: App<CognitiveDriftEnv> = {
  app: 'cognitive-drift',
  readEnv,
  capacity: () => 1,
  start,
};
