import type { Authorisation, Plan, TaskState } from '@salience/contracts';
import { reasonInWords, type TaskReason, taskReasons, type TaskStepFacts } from '@salience/tasks';

/** Why something that came in was taken in, held or turned away, by the code in its row: one plain sentence each. */
const inboundSentences: Readonly<Record<string, string>> = {
  verified: 'The address of its sender is proven.',
  signed: 'It is signed with the secret of its hook.',
  doubtful:
    'The address of its sender is proven, but a program sent it, it is not addressed to the agent, or its two texts differ: it counts as a stranger’s.',
  session: 'A person lets its sender in for now.',
  'asked-by-person': 'A person of this machine asked for it.',
  'not-allowed': 'Its sender is proven, and may not ask for this.',
  'not-listed':
    'Nobody knows its sender: the address is neither a known person’s nor on the list of the mailbox.',
  'no-sender': 'It names no sender that can be read.',
  'several-senders': 'It names several senders.',
  'look-alike': 'Its sender only looks like somebody who is known.',
  'no-results': 'The mail server that received it says nothing about its sender.',
  'other-server': 'What is said about its sender is not said by the mail server of this mailbox.',
  'unreadable-results': 'What the mail server says about its sender cannot be read.',
  'dmarc-failed': 'The check of its sender’s domain (DMARC) did not pass.',
  'dkim-failed': 'The signature of its sender’s domain (DKIM) did not pass.',
  'not-aligned': 'It is signed by another domain than its sender’s.',
  replayed: 'The same message of this sender came before.',
  'no-message-id': 'It has no Message-ID, so nobody could tell it from a copy that is sent again.',
  old: 'It says to be sent more than 30 days before it was received.',
  own: 'An agent sent it itself.',
  'rate-limited': 'Its sender has sent more than the inlet takes.',
  full: 'The agent has as many open tasks as it may have.',
  'too-large': 'It is larger than the inlet takes.',
  unreadable: 'It cannot be read.',
  unsigned: 'It has no signature.',
  'bad-signature': 'Its signature is not that of the hook.',
  late: 'It was signed too long ago.',
  early: 'It says to be signed in the future.',
  'bad-headers': 'Its headers are not those of a signed message.',
  'bad-body': 'Its body is no JSON object.',
  'id-reused': 'Another message came before with the same id.',
};

/** Why a task is in its state, where intake, a person or an upkeep wrote the code. */
const taskSentences: Readonly<Record<string, string>> = {
  'asked-for': 'A person asked for it.',
  forgotten: 'What it was about was forgotten on request.',
  restored: 'A backup was restored while it was under way, and nobody can tell what it did since.',
};

const stateSentences: Readonly<Record<TaskState, string>> = {
  scheduled: 'It waits for its time.',
  running: 'It is being worked on.',
  awaiting_review: 'It waits for a person.',
  retry_wait: 'It is tried again.',
  completed: 'Its plan has come to its end.',
  rejected: 'It was turned away.',
  failed: 'It failed.',
  dead: 'It was tried too often.',
};

/** Why a message that came in was taken in, held or turned away: one or two plain sentences. Nothing in it comes from the message. */
export function inboundInWords(reason: string, authorisation: Authorisation): string {
  const why = inboundSentences[reason] ?? 'The reason is not known here.';
  return authorisation === 'review' ? `${why} A person looks at it first.` : why;
}

/** What a sentence about a task is made of. */
export interface ToldTask {
  readonly state: TaskState;
  readonly reason: string | null;
  readonly plan: Plan;
}

/**
 * Why a task is in its state, whoever wrote the code: one or two plain sentences. `steps`: those that were begun, the last one with its turn;
 * without them the sentence names none.
 */
export function taskInWords({ plan, reason, state }: ToldTask, steps: readonly TaskStepFacts[] = []): string {
  if (reason === null) return stateSentences[state];
  // One code means something else of a task that was turned away before its first step.
  const isOfMessage = state === 'rejected' && reason === 'unreadable';
  if (!isOfMessage && isTaskReason(reason)) {
    if (reason === 'acted' && steps.length === 0)
      return 'A step failed after it may have changed something, so it is not repeated.';
    return reasonInWords(reason, { plan, steps });
  }
  const own = taskSentences[reason];
  if (own !== undefined) return own;
  return reason in inboundSentences
    ? inboundInWords(
        reason,
        state === 'awaiting_review' ? 'review' : state === 'rejected' ? 'reject' : 'allow',
      )
    : stateSentences[state];
}

function isTaskReason(code: string): code is TaskReason {
  return (taskReasons as readonly string[]).includes(code);
}
