import { isTerminal, type PlanStep, taskAttemptsMax } from '@salience/contracts';
import {
  askForTriage,
  beginAgain,
  dead,
  deadlineOf,
  fail,
  goOn,
  isOver,
  isSpent,
  type Look,
  reject,
} from './go-on.ts';
import { followerOf, routeOf } from './plan-graph.ts';
import { doneSteps } from './results.ts';
import { retryDelayMs } from './retry-delay.ts';
import { isStalled } from './stall.ts';
import type { TaskStepFacts, TaskTurnFacts } from './task-facts.ts';
import type { TaskMove } from './task-move.ts';
import { readTriage, type TriageStep } from './triage.ts';

/** What follows from the turn of the last step, where it has one. */
export function afterTurn(look: Look, row: TaskStepFacts, step: PlanStep): TaskMove {
  if (row.state === 'failed' && look.task.resumed === true) return beginAgain(look, row, step);
  const { turn } = row;
  if (turn === null) return fail('lost');
  if (!isTerminal(turn.state)) return { kind: 'wait', for: 'turn' };
  // What it asked may still be allowed: another try now would do it twice.
  const isEnded = turn.state === 'answered' || turn.state === 'failed';
  if (isEnded && turn.openApprovals > 0) return { kind: 'review', reason: 'call' };
  // A no to a call is a no to the task: nothing that builds on it may follow, and nobody asks for it again.
  if ((turn.refusedApprovals ?? 0) > 0) return reject('refused');
  if ((turn.expiredApprovals ?? 0) > 0) return reject('expired');
  switch (turn.state) {
    case 'quarantined':
      return dead('quarantined');
    case 'cancelled':
      return reject('cancelled');
    case 'ignored':
    case 'merged':
      return fail('unanswered');
    case 'answered':
      return afterAnswered(look, row, step, turn);
    case 'failed':
      return afterFailed(look, row, step, turn);
  }
}

function afterFailed(look: Look, row: TaskStepFacts, step: PlanStep, turn: TaskTurnFacts): TaskMove {
  const { task, now } = look;
  if (turn.effects > 0) return fail('acted');
  if (!turn.recoverable) return fail('error');
  if (isTriedOut(look, row)) return dead('attempts');
  if (isSpent(look)) return fail('turns');
  if (row.state === 'failed') return beginAgain(look, row, step);
  const at = now + retryDelayMs(row.attempt, task.random ?? 0.5);
  return at >= deadlineOf(task) ? fail('hours') : { kind: 'retry', at, reason: 'recoverable' };
}

function afterAnswered(look: Look, row: TaskStepFacts, step: PlanStep, turn: TaskTurnFacts): TaskMove {
  if (step.kind === 'triage') return afterTriage(look, row, step, turn);
  const result = turn.reply ?? '';
  if (isStalled(doneSteps(look.steps, result))) return fail('stalled');
  return goOn(look, followerOf(look.task.plan, step).to, { result });
}

function afterTriage(look: Look, row: TaskStepFacts, step: TriageStep, turn: TaskTurnFacts): TaskMove {
  const answer = readTriage(turn.reply ?? '', step);
  const stepDone = answer === null ? undefined : { result: JSON.stringify(answer) };
  if (answer !== null && answer.confidence >= step.sure)
    return goOn(look, routeOf(step, answer.choice), stepDone);
  // All that a person could say yes to is another try.
  if (answer === null && turn.effects > 0) return fail('acted');
  if (answer === null && isTriedOut(look, row)) return dead('attempts');
  return isOver(look) ? fail('hours', stepDone) : askForTriage(step, answer, stepDone);
}

function isTriedOut({ task }: Look, { attempt }: TaskStepFacts): boolean {
  return attempt >= (task.attemptsMax ?? taskAttemptsMax);
}
