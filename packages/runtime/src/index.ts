export { askRole } from './ask-role.ts';
export { carryOutForgetting, type Forgetting, type ForgettingDeps } from './carry-out-forgetting.ts';
export type { BaseEnv } from './env.ts';
export {
  baseEnv,
  embedderEnv,
  memoryEnv,
  approvalEnv,
  silenceEnv,
  threadExpiryEnv,
  recallEnv,
  optional,
  parseEnv,
  portSchema,
  readAs,
  timeZoneEnv,
  timeZoneOf,
  withDefault,
} from './env.ts';
export type { Settings } from '@salience/worker';
export type { Enrichment } from './enrich.ts';
export { enrich, reasonOf } from './enrich.ts';
export { decideFailure } from './enrichment-failure.ts';
export {
  type BatchPiece,
  type EndedPiece,
  type MemoryBatchPorts,
  type MemoryWork,
  workMemory,
} from './memory-batches.ts';
export { modelPorts } from './model-ports.ts';
export type { App, Health, Runtime } from './app.ts';
export { runApp, runApps } from './run-app.ts';
export { type Hold, openQuiet, type Quiet, yielded } from './quiet.ts';
export type { WorkQueueOptions } from './work-queue.ts';
export { workQueue } from './work-queue.ts';
export type { LoopRun, WorkLoopOptions } from './work-loop.ts';
export { hint, hintedBy } from './hinted-by.ts';
export { workLoop } from './work-loop.ts';
export type { SendPorts } from './hand-on.ts';
export { handOn, wake } from './hand-on.ts';
