import { runApp } from '@salience/runtime';
import { scheduler } from './worker.ts';

await runApp(scheduler);
