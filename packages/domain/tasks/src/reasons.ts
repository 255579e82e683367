import type { Plan } from '@salience/contracts';
import type { TaskStepFacts } from './task-facts.ts';
import { counted } from './words.ts';

export type AskReason = 'step' | 'unsure' | 'unreadable';
export type RejectReason = 'refused' | 'expired' | 'cancelled';
export type FailReason = 'error' | 'acted' | 'turns' | 'hours' | 'stalled' | 'unanswered' | 'lost' | 'misfit';
export type DeadReason = 'quarantined' | 'attempts';

/** Every code that says why a task is in its state, but for those of its intake: `approved` and `asked-again` are of no move. */
export const taskReasons = [
  'call',
  'step',
  'unsure',
  'unreadable',
  'recoverable',
  'refused',
  'expired',
  'cancelled',
  'error',
  'acted',
  'turns',
  'hours',
  'stalled',
  'unanswered',
  'lost',
  'misfit',
  'quarantined',
  'attempts',
  'approved',
  'asked-again',
] as const;
export type TaskReason = (typeof taskReasons)[number];

/** What a sentence about a task is made of. A `TaskFacts` with the steps beside it is one. */
export interface ReasonFacts {
  readonly plan: Plan;
  /** The steps that were begun; the last one is what the reason is about. */
  readonly steps?: readonly TaskStepFacts[];
}

/** Why a task is in its state: one plain sentence. Nothing in it comes from a message or from a model. */
export function reasonInWords(code: TaskReason, { plan, steps = [] }: ReasonFacts): string {
  const last = steps.at(-1);
  const step = last === undefined ? 'Its step' : `Its step "${last.name}"`;
  const cause = last?.turn?.errorCode ?? null;
  const failed = cause === null ? 'failed' : `failed (${cause})`;
  const sentences: Readonly<Record<TaskReason, string>> = {
    call: `${step} wants to do something that a person must allow, and waits for the answer.`,
    step: `${step} is a question to a person, and waits for the answer.`,
    unsure: `${step} could not tell surely enough what the message wants, so a person is asked.`,
    unreadable: `${step} gave no answer that can be used, so a person is asked.`,
    recoverable: `${step} ${failed} before it could have changed anything, and is tried again.`,
    refused: `A person said no, which ends it.`,
    expired: `No person answered in time, which counts as a no.`,
    cancelled: 'It was cancelled.',
    error: `${step} ${failed} in a way that another try would not mend.`,
    acted: `${step} ${failed} after ${counted(last?.turn?.effects ?? 0, 'action')} that may have changed something, so it is not repeated.`,
    turns: `It has used up the ${counted(plan.turns_max, 'turn')} that it may take.`,
    hours: `It has used up the ${counted(plan.hours_max, 'hour')} that it may take.`,
    stalled: 'Two steps in a row did nothing and said nothing new.',
    unanswered: `${step} ended without an answer.`,
    lost: `${step} has no turn any more, so nobody can tell what it did and it is not repeated.`,
    misfit: 'The steps that it took do not fit its plan.',
    quarantined: `${step} broke its workers too often and stands in quarantine.`,
    approved: 'A person said yes, and it goes on as soon as its agent has a free place.',
    'asked-again': 'Somebody had it go on after it ended, and it does as soon as its agent has a free place.',
    attempts: `${step} came to nothing in ${last === undefined ? 'all its tries' : counted(last.attempt, 'try', 'tries')}.`,
  };
  return sentences[code];
}
