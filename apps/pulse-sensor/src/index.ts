/** For whoever composes processes: an app is started, never called. */
export { pulseSensor } from './worker.ts';
