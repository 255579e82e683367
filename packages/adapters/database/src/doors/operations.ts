/** Operations: workers, dead letters, backlog, outbox, sweeps. */
export type { Backlog, TracedRows, WaitingRows } from '../queries/backlog.ts';
export { loadBacklog, loadTraceparents } from '../queries/backlog.ts';
export type { CountedUsage } from '../queries/model-usage.ts';
export { deleteOldUsage, noteModelUsage } from '../queries/model-usage.ts';
export type { ModelUse, UsedBudgets } from '../queries/budgets.ts';
export { usedBudgets } from '../queries/budgets.ts';
export type { ModelSlot } from '../queries/model-limits.ts';
export { claimModelSlot, pauseModel } from '../queries/model-limits.ts';
export type { DeadLetter, DeadLetterRow, Heartbeat, OutboxRow, WorkerRow } from '../queries/operations.ts';
export {
  beat,
  closeSilentThreads,
  forgetWorkers,
  listDeadLetters,
  listWorkers,
  relayOutbox,
  saveDeadLetter,
  settleDeadLetter,
  sweepLanes,
  sweepMemory,
} from '../queries/operations.ts';
export type { CodeCount, Waiting, WorkFacts } from '../queries/work-diagnosis.ts';
export { deadLetterCodes, inspectWork } from '../queries/work-diagnosis.ts';
export { deadLetterView, operatorDeadLetterView } from '../views/dead-letter-views.ts';
export { fleetView, workerView } from '../views/fleet-views.ts';
