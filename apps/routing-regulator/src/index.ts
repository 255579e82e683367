/** For whoever composes processes: an app is started, never called. */
export { routingRegulator } from './worker.ts';
