/** For whoever composes processes: an app is started, never called. */
export { cognitiveDrift } from './worker.ts';
