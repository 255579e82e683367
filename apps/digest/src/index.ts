/** For whoever composes processes: an app is started, never called. */
export { digest } from './worker.ts';
