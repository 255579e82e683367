import type { Plan } from '@salience/contracts';
import { stepNamed } from './plan-graph.ts';
import type { TaskStepFacts } from './task-facts.ts';
import { readTriage } from './triage.ts';

/** What a person's step comes to when it goes on. */
export const saidYes = 'A person said yes.';

/** The steps that are done, the last one included if `result` is what it is about to be done with. */
export function doneSteps(
  steps: readonly TaskStepFacts[],
  result: string | undefined,
): readonly TaskStepFacts[] {
  const last = steps.at(-1);
  const ended =
    last === undefined || result === undefined
      ? steps
      : [...steps.slice(0, -1), { ...last, state: 'done' as const, result }];
  return ended.filter(({ state }) => state === 'done');
}

/** What a task came to: the last words of the agent in it, or one sentence where it has none. */
export function resultOf(plan: Plan, done: readonly TaskStepFacts[]): string {
  const said = done.findLast(({ kind }) => kind === 'agent')?.result;
  if (said !== undefined) return said?.trim() ? said : 'It ended without words.';
  const triage = done.findLast(({ kind }) => kind === 'triage');
  const step = triage === undefined ? undefined : stepNamed(plan, triage.name);
  const taken = step?.kind === 'triage' ? readTriage(triage?.result ?? '', step) : null;
  return taken === null ? saidYes : `It was taken for "${taken.choice}", for which nothing is to be done.`;
}
