/** Acting: steps of a run, approvals, experience with tools. */
export type {
  EvaluatedStep,
  LateResultRow,
  NewApproval,
  ParkedLane,
  RulingInputs,
  SaveSteps,
  SavedSteps,
  Standing,
  SteeredStep,
} from '../queries/act-steps.ts';
export { loadRuling, loadRun, loadStanding, parkLane, recordLate, saveSteps } from '../queries/act-steps.ts';
export type {
  ApprovalPage,
  ApprovalRow,
  Continuation,
  ExpiredApproval,
  ResolveApproval,
  ResolvedApproval,
} from '../queries/approvals.ts';
export {
  approvalsOf,
  expireApprovals,
  findApproval,
  listApprovals,
  resolveApproval,
} from '../queries/approvals.ts';
export type { ProposedZone, WaitingHand, WaitingRow } from '../queries/inbox.ts';
export { listWaiting, proposedZones, waitingHands } from '../queries/inbox.ts';
export type {
  BegunExperience,
  ExperienceRow,
  SaveExperience,
  SweptExperiences,
} from '../queries/experiences.ts';
export {
  beginExperience,
  saveExperience,
  settleExperience,
  sweepExperiences,
} from '../queries/experiences.ts';
export type { ActionOutcome, FoundRun } from '../queries/found-run.ts';
export { findRun } from '../queries/found-run.ts';
export type { ProfileSource, StoredToolProfile, ToolProfile } from '../queries/tool-profiles.ts';
export { loadProfileSources, loadToolProfiles, saveToolProfiles } from '../queries/tool-profiles.ts';
