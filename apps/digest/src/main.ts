import { runApp } from '@salience/runtime';
import { digest } from './worker.ts';

await runApp(digest);
