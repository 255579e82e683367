import {
  type BegunTurn,
  loadDueTasks,
  loadEndedTasks,
  moveTask,
  type MoveTask,
  type TaskFound,
} from '@salience/database/tasks';
import { messageOf } from '@salience/errors';
import { wake } from '@salience/runtime';
import { annotateSpan, attributeKeys, currentTraceparent, spanNames, withSpan } from '@salience/telemetry';
import type { Deps } from '../deps.ts';
import { askPerson } from './ask-person.ts';
import { plannedMove } from './planned-move.ts';

/** What of the ledger one look takes at most, and how many agents begin something in it. */
const batch = 100;
const agentsAtOnce = 64;
/** Moves that are committed at once. */
const atOnce = 4;

/** What a pass over the ledger did, by what became of its tasks. */
export interface PassReport {
  readonly due: number;
  readonly ended: number;
  readonly begun: number;
  readonly asked: number;
  readonly retried: number;
  readonly completed: number;
  readonly rejected: number;
  readonly failed: number;
  readonly dead: number;
  /** Another scheduler was there first, or the agent had no free place. */
  readonly passed: number;
  readonly errors: number;
}

/** What the passes are set to. */
export interface PassTerms {
  /** How long a person has to answer, in milliseconds. */
  readonly approvalMs: number;
  /** 0 to 1; spreads retries. */
  readonly random: () => number;
}

const nothing: PassReport = {
  due: 0,
  ended: 0,
  begun: 0,
  asked: 0,
  retried: 0,
  completed: 0,
  rejected: 0,
  failed: 0,
  dead: 0,
  passed: 0,
  errors: 0,
};

/**
 * One pass over the ledger: moves on what has ended, then begins what is due. What follows is planned here by a pure function of the rows, and each move
 * is committed by compare-and-set, so any number of schedulers may do so at once and die anywhere: a task is moved once (law 4). One that cannot be moved
 * holds up none of the others.
 */
export async function passOver(deps: Deps, terms: PassTerms): Promise<PassReport> {
  const ended = await loadEndedTasks(deps.db, { limit: batch });
  const afterEnded = await moveAll(deps, ended, terms);
  await deps.fault('scheduler.tasks-moved');
  const now = await deps.clock.now();
  const due = await loadDueTasks(deps.db, { now, limit: batch, agents: agentsAtOnce });
  const afterDue = await moveAll(deps, due, terms);
  return { ...sum(afterEnded, afterDue), due: due.length, ended: ended.length };
}

/** True if there may be more to do at once. */
export function didSomething({
  begun,
  asked,
  completed,
  dead,
  failed,
  rejected,
  retried,
}: PassReport): boolean {
  return begun + asked + completed + dead + failed + rejected + retried > 0;
}

async function moveAll(deps: Deps, found: readonly TaskFound[], terms: PassTerms): Promise<PassReport> {
  const queue = [...found];
  const count: Record<keyof PassReport, number> = { ...nothing };
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      try {
        count[await moveOne(deps, task, terms)] += 1;
      } catch (error) {
        count.errors += 1;
        deps.log.error(
          { taskId: task.id, agentId: task.agent_id, error: messageOf(error) },
          'a task could not be moved on',
        );
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return count;
}

const counted = {
  begin: 'begun',
  ask: 'asked',
  review: 'asked',
  retry: 'retried',
  complete: 'completed',
  reject: 'rejected',
  fail: 'failed',
  dead: 'dead',
} as const satisfies Record<MoveTask['kind'], keyof PassReport>;

async function moveOne(deps: Deps, task: TaskFound, terms: PassTerms): Promise<keyof PassReport> {
  const now = await deps.clock.now();
  const move = plannedMove(task, {
    now,
    random: terms.random(),
    ask: (asked, step, text) => askPerson(asked, step, text, { now, waitMs: terms.approvalMs }),
  });
  if (move === undefined) return 'passed';
  await deps.fault('scheduler.task-planned');
  const attributes = {
    [attributeKeys.agentId]: task.agent_id,
    [attributeKeys.taskId]: task.id,
    [attributeKeys.taskMove]: move.kind,
  };
  // Whatever made the task, its moves and the turns that they begin are in one trace.
  return withSpan(spanNames.taskMove, { attributes, parent: task.traceparent, begins: true }, () =>
    commitMove(deps, task, move),
  );
}

async function commitMove(
  deps: Deps,
  task: TaskFound,
  move: Omit<MoveTask, 'traceparent'>,
): Promise<keyof PassReport> {
  const { status, turn } = await moveTask(deps.db, { ...move, traceparent: currentTraceparent() });
  await deps.fault('scheduler.task-moved');
  if (status !== 'moved') return 'passed';
  const fields = {
    taskId: task.id,
    agentId: task.agent_id,
    move: move.kind,
    reason: move.reason,
    step: move.step?.name,
  };
  deps.metrics.taskMoves.inc({ move: move.kind });
  deps.log.info(fields, 'a task moved on');
  if (turn !== null) {
    annotateSpan({ [attributeKeys.turnId]: turn.turnId });
    await wakeTurn(deps, turn);
  }
  return counted[move.kind];
}

async function wakeTurn(deps: Deps, { agentId, fence, heldBy, threadId }: BegunTurn): Promise<void> {
  if (fence === null) return;
  await wake(deps, { agentId, threadId, fence, heldBy });
}

function sum(a: PassReport, b: PassReport): PassReport {
  const both: Record<keyof PassReport, number> = { ...a };
  for (const name of Object.keys(nothing) as (keyof PassReport)[]) both[name] = a[name] + b[name];
  return both;
}
