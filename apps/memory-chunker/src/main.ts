import { runApp } from '@salience/runtime';
import { memoryChunker } from './worker.ts';

await runApp(memoryChunker);
