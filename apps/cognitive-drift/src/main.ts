import { runApp } from '@salience/runtime';
import { cognitiveDrift } from './worker.ts';

await runApp(cognitiveDrift);
