/** For whoever composes processes: an app is started, never called. */
export { memoryChunker } from './worker.ts';
