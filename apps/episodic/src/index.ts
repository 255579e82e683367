/** For whoever composes processes: an app is started, never called. */
export { episodic } from './worker.ts';
