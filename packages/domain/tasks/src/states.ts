import type { TaskState } from '@salience/contracts';
import type { TaskMove } from './task-move.ts';

const follow: Readonly<Record<TaskState | 'intake', readonly TaskState[]>> = {
  intake: ['scheduled', 'awaiting_review', 'rejected'],
  scheduled: ['running', 'awaiting_review', 'completed', 'rejected', 'failed'],
  running: ['running', 'awaiting_review', 'retry_wait', 'completed', 'rejected', 'failed', 'dead'],
  awaiting_review: [
    'scheduled',
    'running',
    'awaiting_review',
    'retry_wait',
    'completed',
    'rejected',
    'failed',
    'dead',
  ],
  retry_wait: ['running', 'rejected', 'failed', 'dead'],
  completed: [],
  rejected: [],
  failed: [],
  dead: [],
};

/** Whether the ledger may write a task that stands in `from` into `to`; `intake`: the message that it is made from. Ends never move. */
export function mayMove(from: TaskState | 'intake', to: TaskState): boolean {
  return follow[from].includes(to);
}

/** The ends that an operator, and nobody else, may schedule again. */
export const retriableStates: ReadonlySet<TaskState> = new Set(['failed', 'dead']);

const after = {
  review: 'awaiting_review',
  begin: 'running',
  ask: 'awaiting_review',
  retry: 'retry_wait',
  complete: 'completed',
  reject: 'rejected',
  fail: 'failed',
  dead: 'dead',
} as const satisfies Record<Exclude<TaskMove['kind'], 'wait'>, TaskState>;

/** The state of a task once a move is committed. A `wait` for a turn is `running`: the turn may be one that goes on from an answer. */
export function stateAfter(move: TaskMove): TaskState {
  if (move.kind === 'wait') return move.for === 'turn' ? 'running' : 'awaiting_review';
  return after[move.kind];
}
