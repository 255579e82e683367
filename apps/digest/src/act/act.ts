import type { Deps } from '../deps.ts';
import type { ActEnd, ActInput } from './act-input.ts';
import type { ApprovalAnswer } from './approval-answer.ts';
import { openRun } from './open-run.ts';
import { runActions } from './run-actions.ts';

/** Runs the actions of a turn, from where its run stopped to where it closes or must wait. */
export async function act(deps: Deps, input: ActInput, given: ApprovalAnswer | null): Promise<ActEnd> {
  const tools = await deps.tools.toolbox();
  const opened = await openRun(deps, input, tools, given);
  if ('already' in opened) return { kind: 'answered-before', approval: opened.already };
  return runActions({ deps, input, tools, contexts: [], planned: [], earned: new Map(), ...opened });
}
