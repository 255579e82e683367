import type { App } from '@salience/runtime';
import { type EpisodicEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** episodic as an app: its settings, how many jobs it takes at once, and its services. */
export const episodic: App<EpisodicEnv> = {
  app: 'episodic',
  readEnv,
  capacity: (env) => env.SALIENCE_CONCURRENCY,
  start,
};
