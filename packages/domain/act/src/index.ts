export type { KnownTool, SettleMove, SettleReason } from './call-move.ts';
export type { Sha256 } from './canonical.ts';
export { argumentsHashOf, canonicalArguments, idempotencyKeyOf } from './canonical.ts';
export type { RunLimits } from './limits.ts';
export { limitsFor } from './limits.ts';
export type { Moment, Move } from './next-move.ts';
export { nextMove } from './next-move.ts';
export type { OutcomeRow } from './outcomes-digest.ts';
export { outcomesDigest } from './outcomes-digest.ts';
export type { OpenCall, RunState, StopReason } from './run-state.ts';
export { foldRun } from './run-state.ts';
export type { PendingRequest, RunSummary, SummarisedAction } from './run-summary.ts';
export { runSummary } from './run-summary.ts';
export { visibleText } from './shown.ts';
export type { ArgumentsSchema, SkillRegistry, SkillSpec, ToolSpec } from './skill-contract.ts';
export { checkArguments, createRegistry } from './skill-contract.ts';
export { transcriptOf } from './transcript.ts';
export type { NewStep, Plan, Resolution } from './transitions.ts';
export {
  closingStep,
  failedPlanStep,
  finishedStep,
  planSteps,
  resolvedStep,
  ruledStep,
  settledStep,
  startedStep,
} from './transitions.ts';
