import type { TaskFacts, TaskStepFacts, TaskTurnFacts } from '../src/task-facts.ts';

/** A task at its fifth turn, an hour after its start. */
export const start = 10_000_000;
export const now = start + 3_600_000;
export const taskWith = (plan: TaskFacts['plan'], more: Partial<TaskFacts> = {}): TaskFacts => ({
  plan,
  startedAt: start,
  turnsUsed: 5,
  random: 0,
  ...more,
});

export const turnWith = (more: Partial<TaskTurnFacts> = {}): TaskTurnFacts => ({
  state: 'answered',
  reply: 'Found it.',
  errorCode: null,
  recoverable: false,
  acted: 0,
  effects: 0,
  openApprovals: 0,
  ...more,
});

export const failedTurn = (more: Partial<TaskTurnFacts> = {}): TaskTurnFacts =>
  turnWith({ state: 'failed', reply: null, errorCode: 'model.down', recoverable: true, ...more });

export const rowWith = (name: string, more: Partial<TaskStepFacts> = {}): TaskStepFacts => ({
  n: 0,
  name,
  kind: 'agent',
  state: 'running',
  attempt: 1,
  turn: turnWith(),
  answer: null,
  result: null,
  ...more,
});
