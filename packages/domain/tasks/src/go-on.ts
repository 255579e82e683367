import type { PlanStep, Triage } from '@salience/contracts';
import { planEnd, routeOf, stepNamed } from './plan-graph.ts';
import type { DeadReason, FailReason, RejectReason } from './reasons.ts';
import { doneSteps, resultOf } from './results.ts';
import { stepText } from './step-text.ts';
import type { TaskFacts, TaskStepFacts } from './task-facts.ts';
import type { StepDone, TaskMove } from './task-move.ts';
import { type TriageStep, triageQuestion } from './triage.ts';

/** What one look at a task sees. */
export interface Look {
  readonly task: TaskFacts;
  readonly steps: readonly TaskStepFacts[];
  readonly now: number;
}

/** Goes on with a step, or ends a task whose plan leads no further. `stepDone`: what the open step came to. */
export function goOn(look: Look, to: string | undefined, stepDone?: StepDone): TaskMove {
  const { plan } = look.task;
  if (to === planEnd) {
    const result = resultOf(plan, doneSteps(look.steps, stepDone?.result));
    return { kind: 'complete', result, ...carrying(stepDone) };
  }
  const step = to === undefined ? undefined : stepNamed(plan, to);
  return step === undefined ? fail('misfit') : enter(look, step, stepDone);
}

/** The step of the last row, tried once more. */
export function beginAgain(look: Look, row: TaskStepFacts, step: PlanStep): TaskMove {
  return enter(look, step, undefined, row.attempt + 1);
}

function enter(look: Look, step: PlanStep, stepDone?: StepDone, attempt = triesOf(look, step) + 1): TaskMove {
  const { task } = look;
  if (isOver(look)) return fail('hours', stepDone);
  if (step.kind === 'person')
    return { kind: 'ask', step, text: step.text, reason: 'step', leadsTo: null, ...carrying(stepDone) };
  if (isSpent(look)) return fail('turns', stepDone);
  const text = stepText({ step, message: task.message ?? null });
  return { kind: 'begin', step, text, attempt, ...carrying(stepDone) };
}

/** Tries that a step has had: a triage that a person sends back is not at its first. */
function triesOf({ steps }: Look, step: PlanStep): number {
  return steps.findLast(({ name, kind }) => name === step.name && kind === step.kind)?.attempt ?? 0;
}

/** A person decides for a triage: takes what it proposed, or has it asked again. */
export function askForTriage(step: TriageStep, proposed: Triage | null, stepDone?: StepDone): TaskMove {
  const leadsTo = proposed === null ? null : (routeOf(step, proposed.choice) ?? null);
  if (proposed !== null && leadsTo === null) return fail('misfit');
  const text = triageQuestion(step, proposed);
  const reason = proposed === null ? 'unreadable' : 'unsure';
  return { kind: 'ask', step, text, reason, leadsTo, ...carrying(stepDone) };
}

/** From this business time on nothing more begins, in milliseconds. */
export function deadlineOf({ startedAt, plan }: TaskFacts): number {
  return startedAt === null ? Number.POSITIVE_INFINITY : startedAt + plan.hours_max * 3_600_000;
}

export function isOver({ task, now }: Look): boolean {
  return now >= deadlineOf(task);
}

/** Whether no turn may begin any more. */
export function isSpent({ task }: Look): boolean {
  return task.turnsUsed >= task.plan.turns_max;
}

export function reject(reason: RejectReason): TaskMove {
  return { kind: 'reject', reason };
}

export function fail(reason: FailReason, stepDone?: StepDone): TaskMove {
  return { kind: 'fail', reason, ...carrying(stepDone) };
}

export function dead(reason: DeadReason): TaskMove {
  return { kind: 'dead', reason };
}

function carrying(stepDone: StepDone | undefined): { stepDone?: StepDone } {
  return stepDone === undefined ? {} : { stepDone };
}
