import type { App } from '@salience/runtime';
import { type DigestEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** digest as an app: its settings, how many jobs it takes at once, and its services. */
export const digest: App<DigestEnv> = {
  app: 'digest',
  readEnv,
  capacity: (env) => env.SALIENCE_CONCURRENCY,
  start,
};
