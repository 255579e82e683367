export type { Clock } from './clock.ts';
export { createSharedClock, setSharedClock, systemClock } from './clock.ts';
export type { Database, DatabaseOptions } from './connect.ts';
export { classifyDatabaseError, createDatabase } from './connect.ts';
export type { AppRole, MigrateOptions, PolicySeed } from './migrate.ts';
export { appRoles, checkSchema, migrate, provisionDatabase, schemaVersion } from './migrate.ts';
export { newId } from './new-id.ts';
export type { AgentRow, AgentSettings, ApiKeyRow, PolicyRow, WorkspaceFile } from './queries/agents.ts';
export {
  agentSettingsSchema,
  authenticate,
  createAgent,
  createApiKey,
  findAgent,
  importAgent,
  listAgents,
  listApiKeys,
  loadIdentity,
  loadPolicy,
  revokeApiKey,
} from './queries/agents.ts';
export type { SettledDeadLetter } from './queries/all-dead-letters.ts';
export {
  countAllDeadLetters,
  listAllDeadLetters,
  settleAnyDeadLetter,
} from './queries/all-dead-letters.ts';
export { findEndedTurns } from './queries/ended-turns.ts';
export type {
  ClaimResult,
  CommitResult,
  CommitTurn,
  LaneStep,
  Snapshot,
  TakenTurn,
} from './queries/lanes.ts';
export { claimLane, commitTurn, leaseMs, releaseLane, renewLane, renewMs } from './queries/lanes.ts';
export type { ExchangeRow, MemoryRow, RangeRow, SaveChunk, SaveEpisode } from './queries/memory.ts';
export {
  failChunk,
  failRange,
  loadForChunk,
  loadRange,
  recentTellings,
  saveChunk,
  saveEpisode,
  searchMemory,
} from './queries/memory.ts';
export type {
  DeadLetter,
  DeadLetterRow,
  Heartbeat,
  OutboxRow,
  ReminderRow,
  WorkerRow,
} from './queries/operations.ts';
export {
  beat,
  cancelReminder,
  closeSilentThreads,
  countOutbox,
  createReminder,
  fireReminders,
  forgetWorkers,
  listDeadLetters,
  listReminders,
  listWorkers,
  relayOutbox,
  saveDeadLetter,
  settleDeadLetter,
  sweepLanes,
  sweepMemory,
} from './queries/operations.ts';
export type { HistoryRow, ThreadRow } from './queries/threads.ts';
export { findThread, listThreads, loadHistory } from './queries/threads.ts';
export type { TopicRow } from './queries/topics.ts';
export { loadTopics } from './queries/topics.ts';
export type { AcceptResult, AcceptTurn, CancelResult, TurnExplanation, TurnRow } from './queries/turns.ts';
export { acceptTurn, cancelTurn, explainTurn, loadTurns } from './queries/turns.ts';
