import { runApp } from '@salience/runtime';
import { episodic } from './worker.ts';

await runApp(episodic);
