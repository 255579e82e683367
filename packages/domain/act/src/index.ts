export type { AskedCall, OpenedCalls } from './ask-sentence.ts';
export { askedBecause, askText } from './ask-sentence.ts';
export type { KnownTool, SettleMove, SettleReason } from './call-move.ts';
export { actsLater, tierOfCall } from './call-tier.ts';
export type { Sha256 } from './canonical.ts';
export { argumentsHashOf, argumentsProblem, canonicalArguments, idempotencyKeyOf } from './canonical.ts';
export { effectsOfCall } from './effects-of-call.ts';
export type { ToolDefinition } from './definition.ts';
export { definitionChanges, definitionHashOf, definitionOf } from './definition.ts';
export type { KindOfCall } from './kind-of-call.ts';
export { kindOfCall } from './kind-of-call.ts';
export { lastWords } from './last-words.ts';
export type { RunLimits } from './limits.ts';
export { limitsFor } from './limits.ts';
export type { Moment, Move } from './next-move.ts';
export { nextMove } from './next-move.ts';
export type { OfferedTools } from './offered-tools.ts';
export { offeredTools } from './offered-tools.ts';
export type { OutcomeCount } from './outcomes-digest.ts';
export { outcomesDigest } from './outcomes-digest.ts';
export type { OpenCall, RunState, StopReason } from './run-state.ts';
export { foldRun } from './run-state.ts';
export type { PendingRequest, RunSummary, SummarisedAction } from './run-summary.ts';
export { runSummary } from './run-summary.ts';
export { shownCall, visibleText } from './shown.ts';
export type { ArgumentsSchema, SkillRegistry, SkillSpec, ToolSpec } from './skill-contract.ts';
export { checkArguments, createRegistry } from './skill-contract.ts';
export { transcriptOf } from './transcript.ts';
export type { DueSummary } from './run-notes.ts';
export { summaryDue, summaryText } from './run-notes.ts';
export type { NewStep, Plan, Resolution } from './transitions.ts';
export {
  closingStep,
  failedPlanStep,
  finishedStep,
  planSteps,
  type HeldBack,
  heldBackStep,
  pointlessStep,
  resolvedStep,
  ruledStep,
  settledStep,
  startedStep,
  summaryStep,
  unusableEditStep,
} from './transitions.ts';
