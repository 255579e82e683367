export type { BackedUp, BackUpOptions } from './backup/back-up.ts';
export { backUp } from './backup/back-up.ts';
export type { ReadBackup } from './backup/contents.ts';
export { refuseOccupiedAt } from './backup/occupied.ts';
export type { Restored, RestoreOptions } from './backup/restore.ts';
export { restore } from './backup/restore.ts';
export type { CancelledTurn, MissedReminder, Settled } from './backup/settle-restored.ts';
export { verifyBackup } from './backup/verify-backup.ts';
export type { Clock } from './clock.ts';
export { createSharedClock, setSharedClock, systemClock } from './clock.ts';
export type { Database, DatabaseOptions } from './connect.ts';
export { classifyDatabaseError, createDatabase, pingDatabase } from './connect.ts';
export type { AppRole, Migrated, MigrateOptions, PolicySeed } from './migrate.ts';
export { checkSchema, schemaVersion } from './check-schema.ts';
export { appRoles, bulkSenders, migrate, provisionDatabase } from './migrate.ts';
export { newId } from './new-id.ts';
export type {
  LateResultRow,
  NewApproval,
  ParkedLane,
  SavedSteps,
  SaveSteps,
  Standing,
  SteeredStep,
} from './queries/act-steps.ts';
export { loadRun, loadStanding, parkLane, recordLate, saveSteps } from './queries/act-steps.ts';
export type {
  AgentRow,
  ApiKeyRow,
  OpenedByKey,
  PolicyRow,
  WorkspaceFile,
} from './queries/agents.ts';
export {
  authenticate,
  createAgent,
  createApiKey,
  agentTimeZone,
  findAgent,
  importAgent,
  vouchFiles,
  listAgents,
  listApiKeys,
  loadPolicy,
  loadPolicyVersion,
  revokeApiKey,
  rotateApiKey,
} from './queries/agents.ts';
export { type AgentSettings, agentSettingsSchema } from './schema/agent-settings.ts';
export type { RoleFacts, ServerFacts, TableSize } from './queries/diagnosis.ts';
export {
  countMigrations,
  inspectRoles,
  inspectServer,
  tableSizes,
  unguardedFunctions,
  unprotectedTables,
} from './queries/diagnosis.ts';
export type {
  ApprovalPage,
  ApprovalRow,
  Continuation,
  ExpiredApproval,
  ResolveApproval,
  ResolvedApproval,
} from './queries/approvals.ts';
export { expireApprovals, findApproval, listApprovals, resolveApproval } from './queries/approvals.ts';
export type {
  AutobiographyRow,
  BiographyLimits,
  BiographySource,
  SaveAutobiography,
} from './queries/biography.ts';
export type { BiographyStatement } from './schema/biography.ts';
export { loadAutobiographies, loadBiographySource, saveAutobiography } from './queries/biography.ts';
export type { Chore, ChoreTask, ClaimChore } from './queries/chores.ts';
export { claimAutobiography, claimProfiles, endChore, renewChore } from './queries/chores.ts';
export type { ProfileSource, StoredToolProfile, ToolProfile } from './queries/tool-profiles.ts';
export { loadProfileSources, loadToolProfiles, saveToolProfiles } from './queries/tool-profiles.ts';
export type { Backlog, TracedRows, WaitingRows } from './queries/backlog.ts';
export { loadBacklog, loadTraceparents } from './queries/backlog.ts';
export type { ActionOutcome, FoundRun } from './queries/found-run.ts';
export type {
  BeginDriftRun,
  ClaimDrift,
  DriftClaim,
  DriftConceptRow,
  DriftEpisodeRow,
  DriftMaterialRow,
  DriftPoolRow,
  HeldDrift,
  NewThought,
  ReleaseDrift,
  SaveThought,
  Spreading,
} from './queries/drift.ts';
export {
  beginDriftRun,
  claimDrift,
  dueDrifts,
  expireThoughts,
  loadDriftMaterial,
  loadDriftPool,
  releaseDrift,
  renewDrift,
  saveThought,
} from './queries/drift.ts';
export type { BusyReason, FleetIdleInput, FleetIdleness, QueueDepth } from './queries/fleet-idle.ts';
export { fleetIdle } from './queries/fleet-idle.ts';
export type { TraitRow } from './queries/traits.ts';
export type { AssociationRow, Associations } from './queries/concepts.ts';
export { associate } from './queries/concepts.ts';
export type { TurnContext } from './queries/contexts.ts';
export { deleteOldContexts, loadContexts } from './queries/contexts.ts';
export type {
  BegunExperience,
  ExperienceRow,
  SaveExperience,
  SweptExperiences,
} from './queries/experiences.ts';
export {
  beginExperience,
  saveExperience,
  settleExperience,
  sweepExperiences,
} from './queries/experiences.ts';
export type { KeepFact } from './queries/explicit-facts.ts';
export { keepFact } from './queries/explicit-facts.ts';
export type { ThreadFocus } from './queries/focus.ts';
export { clearFocus, loadFocus, setFocus } from './queries/focus.ts';
export type { ListItem, ListSummary } from './queries/lists.ts';
export { addListItems, changeListItems, loadListItems, loadLists } from './queries/lists.ts';
export type { IdentityRow } from './queries/identity.ts';
export { loadIdentity } from './queries/identity.ts';
export { findEndedTurns } from './queries/ended-turns.ts';
export { findRun } from './queries/found-run.ts';
export type {
  ClaimResult,
  CommitResult,
  CommitTurn,
  ClaimedTurn,
  LaneStep,
  Snapshot,
  TakenTurn,
} from './queries/lanes.ts';
export { type CountedFailure, failClaim, failTurn } from './queries/failed-turns.ts';
export { claimLane, commitTurn, leaseMs, releaseLane, renewLane, renewMs } from './queries/lanes.ts';
export type { SaveChunk } from './settling/chunks.ts';
export type { ChunkSource, ExchangeRow, Listening, StretchProposalRow } from './remembering/chunk-batches.ts';
export { keepChunks, loadForChunks, loadListening } from './remembering/chunk-batches.ts';
export type {
  ConceptSourceRow,
  DueRetry,
  SaveConcepts,
  SaveEpisode,
  StretchRow,
  ToldExchange,
  UntoldThread,
} from './remembering/tell-batches.ts';
export { keepEpisodes, loadForConcepts, loadStretches, loadUntold } from './remembering/tell-batches.ts';
export type { BegunMemory, MemoryKind, MemoryLease, MemoryPiece, MemoryRetry } from './remembering/leases.ts';
export {
  batchMost,
  beginMemory,
  isLeaseLost,
  noteAttempt,
  releaseMemory,
  renewMemory,
} from './remembering/leases.ts';
export type { ModelSlot } from './queries/model-limits.ts';
export { claimModelSlot, pauseModel } from './queries/model-limits.ts';
export type {
  DeadLetter,
  DeadLetterRow,
  Heartbeat,
  OutboxRow,
  WorkerRow,
} from './queries/operations.ts';
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
} from './queries/operations.ts';
export type { ReminderRow, ScheduleReminder } from './queries/reminders.ts';
export {
  cancelReminder,
  createReminder,
  fireReminders,
  listReminders,
  scheduleReminder,
} from './queries/reminders.ts';
export type { OperatorDoor, OperatorKeyRow } from './queries/operators.ts';
export {
  closeOperatorSession,
  createOperatorKey,
  listOperatorKeys,
  openOperatorDoor,
  openOperatorSession,
  revokeOperatorKey,
  rotateOperatorKey,
} from './queries/operators.ts';
export { findPersonSession, makePersonCode, openPersonSession } from './queries/person-sessions.ts';
export type { AuditOutcome, AuditRow } from './queries/operators-audit.ts';
export { finishAudit, listAudit, startAudit } from './queries/operators-audit.ts';
export type {
  DeadLetterFilter,
  FleetEvent,
  FleetNumbers,
  SettledDeadLetters,
} from './queries/operators-fleet.ts';
export {
  listFleetDeadLetters,
  loadFleet,
  loadFleetEvents,
  settleDeadLetters,
  settleQuarantinedAs,
} from './queries/operators-fleet.ts';
export type { HistoryRow, ThreadRow } from './queries/threads.ts';
export { findThread, listThreads, loadHistory } from './queries/threads.ts';
export type {
  ForgetRequestRow,
  ForgetScope,
  ForgetState,
  ForgetStep,
  ForgetStepOptions,
  ForgetWish,
} from './queries/forgetting.ts';
export {
  loadForgetting,
  openForgettings,
  requestForgetting,
  stepForgetting,
} from './queries/forgetting.ts';
export {
  claimAudit,
  deleteOldGists,
  loadAudits,
  type FailedReason,
  loadAuditSample,
  loadFailedReasons,
  retryFailedMemory,
  saveAudit,
} from './queries/memory-audits.ts';
export { purgeDeletedRows, type Purged } from './purge.ts';
export type { KeptItem } from './queries/memory-items.ts';
export {
  findKept,
  findTombstone,
  listDerived,
  listKept,
} from './queries/memory-items.ts';
export type { CodeRow, FindMemories, FoundMemories, FoundMemory } from './queries/retrieval.ts';
export { findMemories, firstCodePlace, loadCodes, useMemories } from './queries/retrieval.ts';
export type { LearnedTopic, TopicRow } from './queries/topics.ts';
export { firstTopicPlace, learnTopics, loadTopics, loadTopicTrust, topicsMax } from './queries/topics.ts';
export type { LearnedStatistics, TopicSampleRow, TopicStatisticsState } from './queries/topic-statistics.ts';
export {
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicSamples,
  saveTopicStatistics,
  topicStatisticsState,
} from './queries/topic-statistics.ts';
export type { QuarantinedTurn, SettledQuarantine } from './queries/quarantine.ts';
export { countQuarantined, listQuarantined } from './queries/quarantine.ts';
export type {
  AcceptResult,
  AcceptTurn,
  CancelResult,
  ContextMessage,
  TurnExplanation,
  TurnLimits,
  TurnRow,
} from './queries/turns.ts';
export { acceptTurn, cancelTurn, explainTurn, loadTurns } from './queries/turns.ts';
export type { CodeCount, Waiting, WorkFacts } from './queries/work-diagnosis.ts';
export { deadLetterCodes, inspectWork } from './queries/work-diagnosis.ts';
export { deadLetterView, operatorDeadLetterView } from './views/dead-letter-views.ts';
export { fleetView, workerView } from './views/fleet-views.ts';
