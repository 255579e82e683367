import { runApp } from '@salience/runtime';
import { readEnv } from './env.ts';
import { start } from './start.ts';

await runApp({ app: 'memory-chunker', readEnv, capacity: (env) => env.SALIENCE_CONCURRENCY, start });
