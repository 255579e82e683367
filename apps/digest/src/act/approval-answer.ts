import { argumentsProblem } from '@salience/act';
import { isPersons, selfStartedSources, type TurnId } from '@salience/contracts';
import type { ApprovalRow, FoundRun } from '@salience/database/acting';
import type { ClaimedTurn } from '@salience/database/turns';
import { findRun } from '@salience/database/acting';
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

/** A message that would answer it, from somebody who may not. */
export interface OthersAnswer {
  readonly kind: 'not-theirs';
  /** Whose answer would count: that of a person who proves it, or of the one who was asked. */
  readonly whose: 'persons' | 'asker';
}

/** Sources of turns without a typed message. */
const nobodys: ReadonlySet<string> = new Set([...selfStartedSources, 'pulse']);

/**
 * Reads a message as the answer to an approval request, or null when it is none. The message must directly follow the turn whose reply
 * asked, and it answers the last request of that reply only. It must be short and clear, and come from the person who was asked
 * (laws 10 and 11). An edit must bring its arguments as JSON. Neither a yes nor a no of anybody else counts: a no would count against
 * the tool too.
 */
export async function findApprovalAnswer(
  deps: Deps,
  step: ClaimedTurn,
): Promise<ApprovalAnswer | OthersAnswer | null> {
  const { snapshot, turn } = step;
  const approval = snapshot.pendingApproval;
  if (approval === null || snapshot.run !== null) return null;
  if (nobodys.has(turn.source) || snapshot.follows === null) return null;
  const answer = readApprovalAnswer(turn.text);
  if (answer === null) return null;
  const args = answer === 'edit' ? objectIn(turn.text) : undefined;
  if (answer === 'edit' && args === undefined) return null;
  const run = await findRun(deps.db, turn.agent_id, approval.runId);
  if (run === undefined) return null;
  if (!wasAskedLast(run, approval, snapshot.follows)) return null;
  if (!isPersons(turn.trust)) return { kind: 'not-theirs', whose: 'persons' };
  if (run.root.speaker !== turn.speaker) return { kind: 'not-theirs', whose: 'asker' };
  if (args === undefined) return { kind: 'counts', approval, answer, run };
  const problem = argumentsProblem({ arguments: args });
  // Unusable arguments are not stored: they might nest deeper than Postgres accepts.
  return problem === null
    ? { kind: 'counts', approval, answer, run, arguments: args }
    : { kind: 'counts', approval, answer: 'refuse', run, problem };
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
