import { lowestTrust } from '@salience/contracts';
import type { MoveTask, TaskFound } from '@salience/database/tasks';
import { quoted, reasonInWords, reportOf, type TaskMove, type TaskStepFacts } from '@salience/tasks';
import { stepsOf } from './facts-of.ts';

/**
 * What a person is told of a task whose steps have no notices of their own: what it came to, why it ended, or what it asks for. Undefined where they hear
 * it otherwise, or there is nothing to hear: one that was taken for noise, or that they ended themselves.
 */
export function reportFor(task: TaskFound, move: TaskMove): MoveTask['report'] {
  const steps = stepsOf(task);
  const trust = lowestTrust(['agent', task.trust]);
  const isQuiet = task.plan.steps.length > 1;
  switch (move.kind) {
    case 'review': {
      const asked = steps.at(-1)?.turn?.reply ?? '';
      return isQuiet && asked !== ''
        ? { text: `For the task ${quoted(task.title, 200)}:\n\n${asked}`, trust }
        : undefined;
    }
    case 'complete': {
      const worked = steps.some(({ kind }) => kind === 'agent');
      if (!isQuiet || !worked) return undefined;
      return { text: `Done: ${reportOf(task.title, withResult(steps, move.stepDone?.result))}`, trust };
    }
    case 'fail':
    case 'dead': {
      // A turn that failed is told by its own notice.
      if (!isQuiet && steps.at(-1)?.turn?.state !== 'answered' && steps.length > 0) return undefined;
      const why = reasonInWords(move.reason, { plan: task.plan, steps });
      return { text: `Not done: ${reportOf(task.title, steps)}\n\n${why}`, trust };
    }
    case 'ask':
    case 'begin':
    case 'reject':
    case 'retry':
    case 'wait':
      return undefined;
  }
}

function withResult(steps: readonly TaskStepFacts[], result: string | undefined): TaskStepFacts[] {
  const last = steps.at(-1);
  return last === undefined || result === undefined || last.state === 'done'
    ? [...steps]
    : [...steps.slice(0, -1), { ...last, state: 'done', result }];
}
