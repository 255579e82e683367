/** Idle thinking, and whether the fleet is idle. */
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
  SayableThoughts,
  Spreading,
} from '../queries/drift.ts';
export {
  beginDriftRun,
  claimDrift,
  dueDrifts,
  expireThoughts,
  loadDriftMaterial,
  heedFeedback,
  loadDriftPool,
  sayableThoughts,
  releaseDrift,
  renewDrift,
  saveThought,
} from '../queries/drift.ts';
export type { DriftedThought } from '../queries/drifted.ts';
export { findDrifted, listDrifted, turnsShown } from '../queries/drifted.ts';
export type { BusyReason, FleetIdleInput, FleetIdleness, QueueDepth } from '../queries/fleet-idle.ts';
export { fleetIdle } from '../queries/fleet-idle.ts';
