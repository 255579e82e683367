export type { Dependencies, DependencyWatch } from './dependency-watch.ts';
export { createDependencyWatch } from './dependency-watch.ts';
export type { Disposer } from './disposer.ts';
export { createDisposer } from './disposer.ts';
export type { FaultPoint, Faults } from './faults.ts';
export { createFaults, faultsSchema } from './faults.ts';
export type { HealthSource } from './health-server.ts';
export { serveHealth } from './health-server.ts';
export { isLoopback, namesThisMachine } from './loopback-names.ts';
export type { Lease, LeaseOptions } from './lease.ts';
export { holdLease } from './lease.ts';
export type { Loop, LoopOptions } from './loop.ts';
export { createLoop, settlesWithin } from './loop.ts';
export type { RunningWorker, WorkerOptions, WorkerParts, WorkerState } from './run-worker.ts';
export { runWorker } from './run-worker.ts';
export type { Service } from './service.ts';
export type { StopSources } from './stop-signal.ts';
export { createStopSignal } from './stop-signal.ts';
export type { WaitOptions } from './wait-until-there.ts';
export { waitUntilThere } from './wait-until-there.ts';
export {
  type HandedSettings,
  handSettings,
  nodeFlagsOf,
  type Settings,
  settingsOf,
  settingsVariable,
  sharedNodeFlags,
} from './handed-settings.ts';
