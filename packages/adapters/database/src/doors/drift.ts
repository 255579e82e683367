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
  Spreading,
} from '../queries/drift.ts';
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
} from '../queries/drift.ts';
export type { BusyReason, FleetIdleInput, FleetIdleness, QueueDepth } from '../queries/fleet-idle.ts';
export { fleetIdle } from '../queries/fleet-idle.ts';
