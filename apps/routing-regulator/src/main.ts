import { runApp } from '@salience/runtime';
import { routingRegulator } from './worker.ts';

await runApp(routingRegulator);
