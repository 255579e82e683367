import type { App } from '@salience/runtime';
import { type SchedulerEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** scheduler as an app: its settings, how many jobs it takes at once, and its services. */
export const scheduler: App<SchedulerEnv> = {
  app: 'scheduler',
  readEnv,
  capacity: () => 1,
  start,
};
