import { runApp } from '@salience/runtime';
import { readEnv } from './env.ts';
import { start } from './start.ts';

await runApp({ app: 'scheduler', readEnv, capacity: () => 1, start });
