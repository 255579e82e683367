import { tierOfCall, type ToolSpec } from '@salience/act';
import type {
  ActStep,
  ConsequenceTier,
  ContextSnapshot,
  EvaluationInputs,
  ToolCall,
} from '@salience/contracts';
import type { Standing } from '@salience/database/acting';
import type { Deps } from '../deps.ts';
import type { GrantedTask } from '../tasks/granted.ts';
import type { Toolbox } from '../skills/toolbox.ts';
import type { ActInput, PlannedCall } from './act-input.ts';
import { withCapabilities } from './with-capabilities.ts';
import type { RunOrigin } from './open-run.ts';
import type { StepBook } from './steps.ts';

/** The state of a loop of actions. */
export interface Acting {
  readonly deps: Deps;
  readonly input: ActInput;
  readonly book: StepBook;
  readonly origin: RunOrigin;
  readonly tools: Toolbox;
  /** The task that the run belongs to, with what it may do; null for a run of no task. */
  readonly task: GrantedTask | null;
  /** The planner's contexts in this turn; grows. */
  readonly contexts: ContextSnapshot[];
  /** The planner's calls in this turn; grows. */
  readonly planned: PlannedCall[];
  /** The standing of kinds of calls before this turn acted (law 14); grows. */
  readonly earned: Map<string, Standing>;
  /** What the agent pursued and did lately before this turn acted (law 14); unset until the first ruling. */
  pursuit: EvaluationInputs | undefined;
}

/** A call that can run, with its tool. */
export interface RunnableCall {
  readonly call: ToolCall;
  readonly args: Readonly<Record<string, unknown>>;
  readonly spec: ToolSpec;
  /** Of this call, which may be below that of its tool. */
  readonly tier: ConsequenceTier;
}

/** A call that can run. Throws for any other: the loop ends those before they are ruled on. */
export function runnable({ input, tools }: Acting, step: ActStep): RunnableCall {
  const { call } = step;
  const known = call === null ? undefined : tools.specs.find(({ name }) => name === call.tool);
  if (call === null || call.arguments === null || known === undefined) {
    throw new RangeError(`Expected step ${step.n} of ${step.runId} to be a call that can run`);
  }
  const args = call.arguments;
  const spec = withCapabilities(known, input.profile.capabilities);
  return { call, args, spec, tier: tierOfCall(spec, args) };
}
