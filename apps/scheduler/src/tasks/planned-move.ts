import type { MoveTask, ReviewRequest, TaskFound, TaskStepFound } from '@salience/database/tasks';
import { nextMove, type TaskMove } from '@salience/tasks';
import { factsOf, stepsOf } from './facts-of.ts';
import { reportFor } from './report-for.ts';

/** What making a move needs beside the task. */
export interface MoveTerms {
  /** Business time. */
  readonly now: Date;
  /** 0 to 1, spreads retries. */
  readonly random: number;
  /** Makes the request to a person for a step; `text` is what they read. */
  readonly ask: (task: TaskFound, step: string, text: string) => ReviewRequest;
}

/** What follows for a task, ready to be committed; undefined where it waits. */
export function plannedMove(task: TaskFound, terms: MoveTerms): MoveTask | undefined {
  const move = nextMove(factsOf(task, terms.random), stepsOf(task), terms.now.getTime());
  if (move.kind === 'wait') return undefined;
  const { id, version } = task;
  const report = reportFor(task, move);
  return {
    id,
    version,
    now: terms.now,
    ...partsOf(task, move, terms),
    ...(report === undefined ? {} : { report }),
  };
}

type Parts = Omit<MoveTask, 'id' | 'now' | 'version'>;

function partsOf(task: TaskFound, move: Exclude<TaskMove, { kind: 'wait' }>, terms: MoveTerms): Parts {
  const last = task.steps.at(-1);
  const open = last !== undefined && (last.state === 'running' || last.state === 'asked') ? last : undefined;
  const turnOfRun = open?.turn === null || open?.turn === undefined ? {} : { turnOfRun: open.turn.id };
  switch (move.kind) {
    case 'begin': {
      const { attempt, step } = move;
      const n = last !== undefined && isSameTry(last, step) ? last.n : (last?.n ?? -1) + 1;
      return {
        kind: 'begin',
        // What is told apart is read from the task: its text stands in no turn.
        text: step.kind === 'triage' ? step.text : move.text,
        trust: task.trust,
        quiet: task.plan.steps.length > 1,
        step: { n, name: step.name, kind: step.kind, attempt },
        ...over(open, move.stepDone?.result, n),
      };
    }
    case 'ask': {
      const approval = terms.ask(task, move.step.name, move.text);
      const step = {
        n: (last?.n ?? -1) + 1,
        name: move.step.name,
        kind: 'person' as const,
        attempt: 1,
        leadsTo: move.leadsTo ?? undefined,
      };
      return {
        kind: 'ask',
        approval,
        step,
        reason: move.reason,
        ...over(open, move.stepDone?.result, step.n),
      };
    }
    case 'review': {
      const approvalId = open?.turn?.approvalId ?? undefined;
      return {
        kind: 'review',
        reason: move.reason,
        ...(approvalId === undefined ? {} : { approvalId }),
        ...turnOfRun,
      };
    }
    case 'retry':
      return { kind: 'retry', runAt: new Date(move.at), reason: move.reason, ...ended(open, 'failed', null) };
    case 'complete':
      return { kind: 'complete', result: move.result, ...over(open, move.stepDone?.result), ...turnOfRun };
    case 'reject':
      return { kind: 'reject', reason: move.reason, ...ended(open, 'refused', null), ...turnOfRun };
    case 'fail':
    case 'dead':
      return {
        kind: move.kind,
        reason: move.reason,
        ...(move.kind === 'fail' && move.stepDone !== undefined
          ? ended(open, 'done', move.stepDone.result)
          : ended(open, 'failed', null)),
        ...turnOfRun,
      };
  }
}

/** True where a step begins once more whose last try came to nothing: it keeps its row. */
function isSameTry({ kind, name, state }: TaskStepFound, step: { name: string; kind: string }): boolean {
  return state !== 'done' && name === step.name && kind === step.kind;
}

/** The step that was open is over: done with its result, or with nothing where it begins again under another number. */
function over(
  open: TaskStepFound | undefined,
  result: string | undefined,
  next?: number,
): Pick<Parts, 'done'> {
  if (open === undefined || open.n === next) return {};
  return result === undefined ? ended(open, 'failed', null) : ended(open, 'done', result);
}

function ended(
  open: TaskStepFound | undefined,
  state: 'done' | 'failed' | 'refused',
  result: string | null,
): Pick<Parts, 'done'> {
  if (open === undefined) return {};
  const { acted, effects, n, resultTrust, turn } = open;
  return {
    done: {
      n,
      state,
      result,
      resultTrust: result === null ? null : (turn?.replyTrust ?? resultTrust),
      acted: turn?.acted ?? acted,
      effects: turn?.effects ?? effects,
    },
  };
}
