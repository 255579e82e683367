import { runApp } from '@salience/runtime';
import { env } from './env.ts';
import { start } from './start.ts';

await runApp({ app: 'memory-chunker', env, capacity: env.SALIENCE_CONCURRENCY, start });
