import { argumentsProblem } from '@salience/act';
import { isPersons, selfStartedSources, type Trust, type TurnId } from '@salience/contracts';
import { type ApprovalRow, findRun, type FoundRun, listApprovals } from '@salience/database/acting';
import type { ClaimedTurn } from '@salience/database/turns';
import { readApprovalAnswer } from '@salience/router';
import type { Deps } from '../deps.ts';
import { openRequests } from './request-text.ts';

/** A message that answers the thread's pending request. */
export interface ApprovalAnswer {
  readonly kind: 'counts';
  readonly approval: ApprovalRow;
  readonly answer: 'approve' | 'refuse' | 'edit';
  /** Of an edit: what runs instead. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Why an edit's arguments cannot be used. Such an edit counts as a refusal, and the reply says so. */
  readonly problem?: string;
  /** The run that the request belongs to. */
  readonly run: FoundRun;
}

/** A message that answers a review of a task: that a message is taken in, or that a plan goes on. */
export interface ReviewAnswer {
  readonly kind: 'review';
  readonly approval: ApprovalRow;
  readonly answer: 'approve' | 'refuse';
  /** How far what it is about may be trusted. */
  readonly trust: Trust;
}

/** A message that would answer it, from somebody who may not. */
export interface OthersAnswer {
  readonly kind: 'not-theirs';
  /** Whose answer would count: that of a person who proves it, of one who says it by a way that may approve, or of the one who was asked. */
  readonly whose: 'persons' | 'direct' | 'asker';
}

/** A bare yes or no that may have been meant for something else that waits too. */
export interface UnclearAnswer {
  readonly kind: 'unclear';
  /** The requests that wait in the thread, the latest first. */
  readonly waiting: readonly ApprovalRow[];
  /** The agent had asked something before the request came in between. */
  readonly hasQuestion: boolean;
  /** How far what the requests are about may be trusted. */
  readonly trust: Trust;
}

/** What a message is to the requests of its thread; null: no answer. */
export type FoundAnswer = ApprovalAnswer | OthersAnswer | ReviewAnswer | UnclearAnswer | null;

/** Requests of a thread that are named, at most. */
const waitingMax = 5;

/** Sources of turns without a typed message. */
const nobodys: ReadonlySet<string> = new Set([...selfStartedSources, 'pulse']);

/**
 * Reads a message as the answer to an approval request, or null when it is none. The message must directly follow the turn whose reply
 * asked, and it answers the last request of that reply only. It must be short and clear, and come from the person who was asked
 * (laws 10 and 11), by a way that may approve. An edit must bring its arguments as JSON. Neither a yes nor a no of anybody else counts: a no would count against
 * the tool too. A review comes in by itself: where something else waits for a word as well, neither yes nor no is taken for it.
 */
export async function findApprovalAnswer(deps: Deps, step: ClaimedTurn): Promise<FoundAnswer> {
  const { snapshot, turn } = step;
  // What was not said to the agent answers nothing.
  if (turn.overheard) return null;
  const before = reviewAnsweredBy(step);
  if (before !== null) return before;
  const approval = snapshot.pendingApproval;
  if (approval === null || snapshot.run !== null) return null;
  if (nobodys.has(turn.source) || snapshot.follows === null) return null;
  const answer = readApprovalAnswer(turn.text);
  if (answer === null) return null;
  const args = answer === 'edit' ? objectIn(turn.text) : undefined;
  if (answer === 'edit' && args === undefined) return null;
  const run = await findRun(deps.db, turn.agent_id, approval.runId);
  if (run === undefined) return null;
  const isCall = approval.kind === 'call';
  if (!isCall && answer === 'edit') return null;
  const isNext = isCall
    ? wasAskedLast(run, approval, snapshot.follows)
    : approval.turnId === snapshot.follows;
  if (!isNext) return null;
  if (!turn.may_approve) return { kind: 'not-theirs', whose: 'direct' };
  if (!isPersons(turn.trust)) return { kind: 'not-theirs', whose: 'persons' };
  if (run.root.speaker !== turn.speaker) return { kind: 'not-theirs', whose: 'asker' };
  if (answer !== 'edit') {
    const { mayApprove, trust } = run.root;
    // A request that a person began is what they are thinking of; any other may have come in between.
    const isTheirs = isCall && isPersons(trust) && mayApprove;
    const unclear = isTheirs ? null : await unclearAnswer(deps, step, run.root, isCall);
    if (unclear !== null) return unclear;
    if (!isCall) return { kind: 'review', approval, answer, trust };
  }
  if (args === undefined) return { kind: 'counts', approval, answer, run };
  const problem = argumentsProblem({ arguments: args });
  // Unusable arguments are not stored: they might nest deeper than Postgres accepts.
  return problem === null
    ? { kind: 'counts', approval, answer, run, arguments: args }
    : { kind: 'counts', approval, answer: 'refuse', run, problem };
}

/** The unclear answer where a question of the agent waits for a word too, or beside a review another request of the thread; else null. */
async function unclearAnswer(
  { clock, db }: Deps,
  { snapshot, turn }: ClaimedTurn,
  { mayApprove, trust }: FoundRun['root'],
  isCall: boolean,
): Promise<UnclearAnswer | null> {
  const page = { limit: waitingMax, state: 'pending', threadId: turn.thread_id } as const;
  const now = (await clock.now()).getTime();
  const waiting = (await listApprovals(db, turn.agent_id, page)).filter(
    ({ expiresAt }) => Date.parse(expiresAt) > now,
  );
  const before = isCall ? snapshot.history.slice(0, -1) : snapshot.history;
  // What an assistant says is trusted as the person's: which of it is theirs is not to be told.
  const hasQuestion = asksIn(mayApprove ? sinceHeard(before, turn.speaker) : before);
  if (!hasQuestion && (isCall || waiting.length < 2)) return null;
  return {
    kind: 'unclear',
    waiting,
    hasQuestion,
    // The titles of several are told, and a stranger may have written one of them.
    trust: waiting.length < 2 ? trust : 'external',
  };
}

type History = ClaimedTurn['snapshot']['history'];

/** What was said since the agent last heard the person, their own message included: whatever others say after it, a question in it is still theirs to answer. */
function sinceHeard(history: History, speaker: string | null): History {
  const heard = history.findLastIndex((one) => isPersons(one.trust) && one.speaker === speaker);
  return history.slice(Math.max(heard, 0));
}

/** True if the agent asks something in it of its own. What code says word for word, such as a review, has its reply as its message. */
function asksIn(history: History): boolean {
  return history.some(
    ({ message, mode, reply }) =>
      reply !== message && (mode === 'CLARIFY' || /[?？؟]\s*$/u.test(reply ?? '')),
  );
}

/** The review that this turn has answered already, before its worker died; the run that a snapshot finds for it is none to go on with. */
function reviewAnsweredBy({ snapshot: { run }, turn }: ClaimedTurn): ReviewAnswer | null {
  const approval = run?.approvals.find((one) => one.kind !== 'call' && isAnsweredBy(one, turn));
  if (run === null || approval === undefined) return null;
  const answer = approval.state === 'approved' ? 'approve' : 'refuse';
  return { kind: 'review', approval, answer, trust: run.root.trust };
}

/** True if a request was answered by this turn, or by the one that this one tries again. */
export function isAnsweredBy({ continuationTurnId: by }: ApprovalRow, turn: ClaimedTurn['turn']): boolean {
  return by !== null && (by === turn.id || by === turn.parent_turn_id);
}

/** True when this turn closed the run after the step had asked, and this request is the last one that its reply shows. */
function wasAskedLast({ steps }: FoundRun, { id, n }: ApprovalRow, turnId: TurnId): boolean {
  const closed = steps.some((step) => step.kind === 'closing' && step.turnId === turnId && step.n > n);
  return closed && openRequests(steps).at(-1)?.approvalId === id;
}

/** The JSON object in a text, from its first brace to its last; undefined when there is none. */
function objectIn(text: string): Record<string, unknown> | undefined {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from < 0 || to < from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1)) as Record<string, unknown>;
  } catch {
    // Invalid JSON is no edit: the message is routed like any other.
    return undefined;
  }
}
