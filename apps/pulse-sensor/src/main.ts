import { runApp } from '@salience/runtime';
import { env } from './env.ts';
import { start } from './start.ts';

await runApp({ app: 'pulse-sensor', env, capacity: 1, start });
