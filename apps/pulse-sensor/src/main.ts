import { runApp } from '@salience/runtime';
import { pulseSensor } from './worker.ts';

await runApp(pulseSensor);
