import type { ToolSpec } from '@salience/act';
import type { ActStep, ContextSnapshot, ToolCall } from '@salience/contracts';
import type { Standing } from '@salience/database';
import type { Deps } from '../deps.ts';
import type { Toolbox } from '../skills/toolbox.ts';
import type { ActInput, PlannedCall } from './act-input.ts';
import { withCapabilities } from './with-capabilities.ts';
import type { RunOrigin } from './open-run.ts';
import type { StepBook } from './steps.ts';

/** What a move works with. */
export interface Acting {
  readonly deps: Deps;
  readonly input: ActInput;
  readonly book: StepBook;
  readonly origin: RunOrigin;
  readonly tools: Toolbox;
  /** What the planner was shown in this turn; grows. */
  readonly contexts: ContextSnapshot[];
  /** What the planner's calls in this turn took; grows. */
  readonly planned: PlannedCall[];
  /** What kinds of calls had earned before this turn did anything of theirs (law 14); grows. */
  readonly earned: Map<string, Standing>;
}

/** A call that can run, with its tool. */
export interface RunnableCall {
  readonly call: ToolCall;
  readonly args: Readonly<Record<string, unknown>>;
  readonly spec: ToolSpec;
}

/** A call that can run. Throws for one that cannot: the loop settles those before anything rules on them. */
export function runnable({ input, tools }: Acting, step: ActStep): RunnableCall {
  const { call } = step;
  const spec = call === null ? undefined : tools.specs.find(({ name }) => name === call.tool);
  if (call === null || call.arguments === null || spec === undefined) {
    throw new RangeError(`Expected step ${step.n} of ${step.runId} to be a call that can run`);
  }
  return { call, args: call.arguments, spec: withCapabilities(spec, input.profile.capabilities) };
}
