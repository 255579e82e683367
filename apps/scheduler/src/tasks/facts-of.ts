import type { TaskFound, TaskStepFound } from '@salience/database/tasks';
import type { TaskFacts, TaskStepFacts } from '@salience/tasks';

/** A task as the plan engine reads it. `random`: 0 to 1, spreads its retries. */
export function factsOf(task: TaskFound, random: number): TaskFacts {
  return {
    plan: task.plan,
    startedAt: task.started_at === null ? null : Date.parse(task.started_at),
    turnsUsed: task.turns_used,
    cancelled: task.cancel_requested_at !== null,
    resumed: task.reason === 'asked-again',
    message: task.text === '' ? null : { text: task.text, from: task.from_name },
    random,
  };
}

/** Its steps as the plan engine reads them. */
export function stepsOf(task: TaskFound): TaskStepFacts[] {
  return task.steps.map(
    ({ acted, answer, attempt, effects, kind, n, name, result, state, turn }: TaskStepFound) => ({
      n,
      name,
      kind,
      state,
      attempt,
      answer,
      result,
      turn: turn ?? (state === 'done' ? doneTurn({ acted, effects }) : null),
    }),
  );
}

/** Of the turn of a step that is done only what it did is told. */
function doneTurn(did: {
  readonly acted: number;
  readonly effects: number;
}): NonNullable<TaskStepFacts['turn']> {
  return {
    state: 'answered',
    reply: null,
    errorCode: null,
    recoverable: false,
    ...did,
    openApprovals: 0,
  };
}
