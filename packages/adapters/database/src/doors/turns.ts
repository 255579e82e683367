/** Turns: accept, claim, commit, explain; threads and their history. */
export type { TurnContext } from '../queries/kept-context.ts';
export { deleteOldContexts, loadContexts } from '../queries/contexts.ts';
export { endedAfter, findEndedTurns, type ThreadPlace } from '../queries/ended-turns.ts';
export type { CountedFailure } from '../queries/failed-turns.ts';
export { failClaim, failTurn } from '../queries/failed-turns.ts';
export type {
  ClaimResult,
  ClaimedTurn,
  CommitResult,
  CommitTurn,
  LaneStep,
  Snapshot,
  TakenTurn,
} from '../queries/lanes.ts';
export type { StoredHearing } from '../queries/lanes.ts';
export {
  claimLane,
  commitTurn,
  leaseMs,
  loadHeard,
  releaseLane,
  renewLane,
  renewMs,
} from '../queries/lanes.ts';
export type { QuarantinedTurn, QuarantinedTurnDetail, SettledQuarantine } from '../queries/quarantine.ts';
export { countQuarantined, findQuarantined, listQuarantined } from '../queries/quarantine.ts';
export type { HistoryRow, LastMessage, ThreadRow } from '../queries/threads.ts';
export { findThread, listThreads, loadHistory } from '../queries/threads.ts';
export type {
  AcceptResult,
  AcceptTurn,
  CancelResult,
  ContextMessage,
  TurnExplanation,
  TurnLimits,
  TurnRow,
} from '../queries/turns.ts';
export { storableText } from '../storable.ts';
export { loadTimeline, type Moment } from '../queries/timelines.ts';
export { type StartTurn, startTurn } from '../queries/start-turn.ts';
export { acceptTurn, cancelTurn, explainTurn, loadTurns, mayTurnApprove } from '../queries/turns.ts';
