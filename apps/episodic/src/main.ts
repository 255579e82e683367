import { runApp } from '@salience/runtime';
import { readEnv } from './env.ts';
import { start } from './start.ts';

await runApp({ app: 'episodic', readEnv, capacity: (env) => env.SALIENCE_CONCURRENCY, start });
