/** For whoever composes processes: an app is started, never called. */
export { scheduler } from './worker.ts';
