import type { PlanStep, Triage } from '@salience/contracts';
import { afterTurn } from './after-turn.ts';
import { askForTriage, fail, goOn, isOver, type Look, reject } from './go-on.ts';
import { followerOf, routeOf, stepNamed } from './plan-graph.ts';
import { saidYes } from './results.ts';
import type { TaskFacts, TaskStepFacts } from './task-facts.ts';
import type { TaskMove } from './task-move.ts';
import { readTriage, type TriageStep } from './triage.ts';

/**
 * What follows for a task: a pure function of its rows, so whoever reads them, whenever, finds the same. Ask it only for tasks that may run: not for
 * one whose message still waits for its review, and not for one that has ended, unless an operator scheduled it again (`resumed`).
 *
 * `steps` are in order of `n`; only the last one may be open. `now` is business time in milliseconds. What its time (`hours_max`) ends is the
 * beginning of more: a turn that runs and a question that stands have deadlines of their own. Never throws for steps that do not fit the
 * plan: such a task fails as `misfit`.
 */
export function nextMove(task: TaskFacts, steps: readonly TaskStepFacts[], now: number): TaskMove {
  if (task.cancelled === true) return reject('cancelled');
  const look: Look = { task, steps, now };
  const row = steps.at(-1);
  if (row === undefined) return goOn(look, task.plan.steps[0]?.name);
  const step = stepNamed(task.plan, row.name);
  if (step === undefined) return fail('misfit');
  switch (row.state) {
    case 'refused':
      return reject(row.answer === 'expired' ? 'expired' : 'refused');
    case 'asked':
      return afterAnswer(look, row, step);
    case 'done':
      return afterDone(look, row, step);
    case 'running':
    case 'failed':
      return afterTurn(look, row, step);
  }
}

function afterAnswer(look: Look, row: TaskStepFacts, step: PlanStep): TaskMove {
  if (row.answer === 'refused' || row.answer === 'expired') return reject(row.answer);
  if (row.answer !== 'approved') return { kind: 'wait', for: 'person' };
  if (step.kind !== 'triage') return goOn(look, targetOf(look, step), { result: saidYes });
  const proposed = proposalOf(look, step);
  const standsIn = row.kind === 'person';
  if (proposed === null) return goOn(look, step.name, standsIn ? { result: saidYes } : undefined);
  const result = standsIn ? saidYes : JSON.stringify(proposed);
  return goOn(look, routeOf(step, proposed.choice), { result });
}

/** The step is stored as done, and nothing has begun behind it: the process ended between two commits, or its task was given more. */
function afterDone(look: Look, row: TaskStepFacts, step: PlanStep): TaskMove {
  if (step.kind !== 'triage') return goOn(look, targetOf(look, step));
  const taken = proposalOf(look, step);
  if (row.kind === 'triage' && (taken === null || taken.confidence < step.sure))
    return isOver(look) ? fail('hours') : askForTriage(step, taken);
  return goOn(look, taken === null ? undefined : routeOf(step, taken.choice));
}

function targetOf({ task }: Look, step: Exclude<PlanStep, { kind: 'triage' }>): string {
  return followerOf(task.plan, step).to;
}

/** The typed answer of the last try of a triage. */
function proposalOf({ steps }: Look, step: TriageStep): Triage | null {
  const row = steps.findLast(({ kind, name }) => kind === 'triage' && name === step.name);
  return readTriage(row?.result ?? row?.turn?.reply ?? '', step);
}
