/** For whoever composes processes: an app is started, never called. */
export { consumer } from './worker.ts';
