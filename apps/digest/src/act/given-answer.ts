import { argumentsProblem } from '@salience/act';
import type { TurnId } from '@salience/contracts';
import type { ApprovalRow, FoundRun, LaneStep } from '@salience/database';
import { findRun } from '@salience/database';
import { readApprovalAnswer } from '@salience/router';
import type { Deps } from '../deps.ts';
import { openRequests } from './request-text.ts';

/** A message that answers the thread's pending request. */
export interface GivenAnswer {
  readonly approval: ApprovalRow;
  readonly answer: 'approve' | 'refuse' | 'edit';
  /** Of an edit: what runs instead. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** Of an edit whose arguments cannot be used: why. It is a no, and says so. */
  readonly problem?: string;
  /** The run that the request belongs to. */
  readonly run: FoundRun;
}

/** Sources of turns that say nobody's words of that moment. */
const nobodys: ReadonlySet<string> = new Set(['reminder', 'approval', 'pulse']);

/**
 * Reads a message as the answer to what was asked right before it in its thread: said after the end of the turn whose reply, by
 * code, put the request into words, and with nothing between. Of several it is the answer to the one that stood last there, and to
 * no other. What a reply says besides plays no part. Only a short and clear message is an answer, only a person's, only from the
 * person who was asked (laws 10 and 11); an edit must bring its arguments as JSON.
 */
export async function givenAnswer(
  deps: Deps,
  step: Extract<LaneStep, { status: 'turn' }>,
): Promise<GivenAnswer | null> {
  const { snapshot, turn } = step;
  const approval = snapshot.pendingApproval;
  if (approval === null || snapshot.run !== null) return null;
  if ((turn.trust !== 'user' && turn.trust !== 'owner') || nobodys.has(turn.source)) return null;
  if (snapshot.follows === null) return null;
  const answer = readApprovalAnswer(turn.text);
  if (answer === null) return null;
  const args = answer === 'edit' ? objectIn(turn.text) : undefined;
  if (answer === 'edit' && args === undefined) return null;
  const run = await findRun(deps.db, turn.agent_id, approval.runId);
  if (run === undefined || run.root.speaker !== turn.speaker) return null;
  if (!wasToldLast(run, approval, snapshot.follows)) return null;
  if (args === undefined) return { approval, answer, run };
  const problem = argumentsProblem({ arguments: args });
  // What cannot be used is not kept either: its nesting might be more than a store takes.
  return problem === null
    ? { approval, answer, run, arguments: args }
    : { approval, answer: 'refuse', run, problem };
}

/**
 * True when this turn closed the run's loop after the step had asked, so that its reply ends in the words of the run's requests, and
 * this request's are the last of them. Both are read from the steps, as the words were.
 */
function wasToldLast({ steps }: FoundRun, { id, n }: ApprovalRow, turnId: TurnId): boolean {
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
    // No valid JSON is no edit: the message is then routed as any other.
    return undefined;
  }
}
