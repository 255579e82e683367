/** Stored memory items, audits, and forgetting. */
export type { Purged } from '../purge.ts';
export { purgeDeletedRows } from '../purge.ts';
export type {
  ForgetRequestRow,
  ForgetScope,
  ForgetState,
  ForgetStep,
  ForgetStepOptions,
  ForgetWish,
} from '../queries/forgetting.ts';
export { type ForgetPreview, type PreviewedTurn, previewForgetting } from '../forgetting/preview.ts';
export { turnBefore } from '../forgetting/turn-before.ts';
export { loadForgetting, openForgettings, requestForgetting, stepForgetting } from '../queries/forgetting.ts';
export type { FailedReason } from '../queries/memory-audits.ts';
export {
  claimAudit,
  deleteOldGists,
  loadAuditSample,
  loadAudits,
  loadFailedReasons,
  retryFailedMemory,
  saveAudit,
} from '../queries/memory-audits.ts';
export type { KeptItem } from '../queries/memory-items.ts';
export { findKept, findTombstone, listDerived, listKept } from '../queries/memory-items.ts';
export { type ImportOutcome, importSaid, type SaidElsewhere } from '../queries/import-said.ts';
export {
  type GraphEdgeRow,
  loadConceptGraph,
  loadQuestionEdges,
  type QuestionEdges,
} from '../queries/concept-graph.ts';
export type { AboutWhom, RememberedItem } from '../queries/memory-pages.ts';
export {
  listDays,
  listForgettings,
  listRemembered,
  listStatements,
  turnsOfExchanges,
} from '../queries/memory-pages.ts';
