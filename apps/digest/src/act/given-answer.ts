import { argumentsProblem } from '@salience/act';
import type { ApprovalRow, FoundRun, LaneStep } from '@salience/database';
import { findRun } from '@salience/database';
import { readApprovalAnswer } from '@salience/router';
import type { Deps } from '../deps.ts';

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

/**
 * Reads a message as the answer to what was asked right before it in its thread. Only a short and clear one is one, only from the
 * person who was asked, and never from a text that came from outside (laws 10 and 11); an edit must bring its arguments as JSON.
 */
export async function givenAnswer(
  deps: Deps,
  step: Extract<LaneStep, { status: 'turn' }>,
): Promise<GivenAnswer | null> {
  const { snapshot, turn } = step;
  const approval = snapshot.pendingApproval;
  if (approval === null || snapshot.run !== null) return null;
  if (turn.trust !== 'user' && turn.trust !== 'owner') return null;
  // A "yes" hours later, after other talk, is a yes to something else: it must follow the words that asked.
  if (!(snapshot.history.at(-1)?.reply ?? '').includes(approval.id)) return null;
  const answer = readApprovalAnswer(turn.text);
  if (answer === null) return null;
  const args = answer === 'edit' ? objectIn(turn.text) : undefined;
  if (answer === 'edit' && args === undefined) return null;
  const run = await findRun(deps.db, turn.agent_id, approval.runId);
  if (run === undefined || run.root.speaker !== turn.speaker) return null;
  if (args === undefined) return { approval, answer, run };
  const problem = argumentsProblem({ arguments: args });
  // What cannot be used is not kept either: its nesting might be more than a store takes.
  return problem === null
    ? { approval, answer, run, arguments: args }
    : { approval, answer: 'refuse', run, problem };
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
