import type { App } from '@salience/runtime';
import { type ChunkerEnv, readEnv } from './env.ts';
import { start } from './start.ts';

/** memory-chunker as an app: its settings, how many jobs it takes at once, and its services. */
export const memoryChunker: App<ChunkerEnv> = {
  app: 'memory-chunker',
  readEnv,
  capacity: (env) => env.SALIENCE_CONCURRENCY,
  start,
};
