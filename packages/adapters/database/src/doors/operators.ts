/** Operators and people: keys, sessions, the audit, the fleet as an operator sees it. */
export type { ShownOperatorKey } from '../queries/keys.ts';
export type { OperatorDoor, OperatorKeyRow } from '../queries/operators.ts';
export {
  closeOperatorSession,
  createOperatorKey,
  listOperatorKeys,
  openOperatorDoor,
  openOperatorSession,
  revokeOperatorKey,
  rotateOperatorKey,
} from '../queries/operators.ts';
export type { AuditOutcome, AuditRow } from '../queries/operators-audit.ts';
export { finishAudit, listAudit, startAudit } from '../queries/operators-audit.ts';
export type {
  DeadLetterFilter,
  FleetEvent,
  FleetNumbers,
  SettledDeadLetters,
} from '../queries/operators-fleet.ts';
export {
  listFleetDeadLetters,
  loadFleet,
  loadFleetEvents,
  settleDeadLetters,
  settleQuarantinedAs,
} from '../queries/operators-fleet.ts';
export type { OpenLane } from '../queries/operators-lanes.ts';
export { listLanes } from '../queries/operators-lanes.ts';
export type { Costs, ModelHealth, UsageSums } from '../queries/model-usage.ts';
export { loadCosts, loadModelHealth } from '../queries/model-usage.ts';
export { findPersonSession, makePersonCode, openPersonSession } from '../queries/person-sessions.ts';
