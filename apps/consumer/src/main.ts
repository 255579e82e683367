import { runApp } from '@salience/runtime';
import { consumer } from './worker.ts';

await runApp(consumer);
