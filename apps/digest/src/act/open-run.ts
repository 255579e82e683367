import { argumentsHashOf, argumentsProblem, resolvedStep, unusableEditStep } from '@salience/act';
import type { ActStep, AgentId, Trust } from '@salience/contracts';
import { type ApprovalRow, type FoundRun, resolveApproval } from '@salience/database/acting';
import { taskOfRun } from '@salience/database/tasks';
import { linkSpan } from '@salience/telemetry';
import type { Deps } from '../deps.ts';
import type { Toolbox } from '../skills/toolbox.ts';
import type { GrantedTask } from '../tasks/granted.ts';
import type { ActInput } from './act-input.ts';
import type { ApprovalAnswer } from './approval-answer.ts';
import { sha256 } from '../sha256.ts';
import { openBook, type StepBook } from './steps.ts';
import { takeUp } from './take-up.ts';

/** The message that began a run: the planner works for it, and its trust counts. */
export interface RunOrigin {
  readonly text: string;
  readonly at: string;
  readonly speaker: string | null;
  readonly trust: Trust;
  readonly source: string;
  /** Whoever said it may approve: what they ask for may be done later too. */
  readonly mayApprove: boolean;
}

/** A run that is ready for its next moves. */
export interface OpenedRun {
  readonly book: StepBook;
  readonly origin: RunOrigin;
  /** The task that it belongs to; null for none. */
  readonly task: GrantedTask | null;
}

/**
 * Opens the run of a turn: a new one, the one that was interrupted, or the one whose approval was answered, with the answers
 * written into its steps. `already`: another caller had answered it first.
 */
export async function openRun(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  given: ApprovalAnswer | null,
): Promise<OpenedRun | { readonly already: ApprovalRow }> {
  const { snapshot, turn } = input.step;
  if (given !== null) return resolveInTurn(deps, input, tools, given);
  if (snapshot.run !== null) return reopen(deps, input, tools, snapshot.run);
  const { may_approve: mayApprove, said_at: at, source, speaker, text, trust } = turn;
  const task = await taskFor(deps, turn.agent_id, { id: turn.id, source });
  const origin = { text, at, speaker, trust, source, mayApprove };
  return { book: openBook(deps, input, turn.id, []), origin, task };
}

async function resolveInTurn(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  given: ApprovalAnswer,
): Promise<OpenedRun | { readonly already: ApprovalRow }> {
  const { turn } = input.step;
  const { approval, status, traceparent } = await resolveApproval(deps.db, {
    agentId: turn.agent_id,
    approvalId: given.approval.id,
    answer: given.answer,
    ...(given.arguments === undefined ? {} : edited(given.approval.tool, given.arguments)),
    by: 'chat',
    now: await deps.clock.now(),
    turnId: turn.id,
  });
  await deps.fault('digest.act-resolved');
  if (status === 'missing') return { already: given.approval };
  if (approval.continuationTurnId !== turn.id) return { already: approval };
  // This turn is in the trace of its own message.
  linkSpan(traceparent);
  const approvals = given.run.approvals.map((one) => (one.id === approval.id ? approval : one));
  return reopen(deps, input, tools, { ...given.run, approvals }, given);
}

function edited(tool: string, args: Readonly<Record<string, unknown>>) {
  // Unusable arguments have no hash, so nothing runs.
  const hashed =
    argumentsProblem({ arguments: args }) === null
      ? { argumentsHash: argumentsHashOf(tool, args, sha256) }
      : {};
  return { arguments: args, ...hashed };
}

async function reopen(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  run: FoundRun,
  given?: ApprovalAnswer,
): Promise<OpenedRun> {
  const book = openBook(deps, input, run.runId, run.steps);
  const now = await deps.clock.now();
  const task = await taskFor(deps, input.step.turn.agent_id, run.root);
  const taking = { input, tools, root: run.root, task, now, waitMs: deps.approvalMs };
  const taken = run.approvals.flatMap((approval) => {
    const unusable = approval.id === given?.approval.id ? given.problem : undefined;
    return answeredStep(book, approval, now, unusable).map((step) => takeUp(step, approval, taking));
  });
  if (taken.length > 0) {
    await book.write(
      taken.map(({ step }) => step),
      { approvals: taken.flatMap(({ request }) => request ?? []) },
    );
  }
  const { mayApprove, saidAt: at, source, speaker, text, trust } = run.root;
  return { book, origin: { text, at, speaker, trust, source, mayApprove }, task };
}

/** What a turn may do whose task is not to be found: nothing. */
const nothingGranted: GrantedTask = {
  grant: { authority: 'unknown', allowed: [], until: null, by: null },
  settings: null,
};

/** Only turns of a task cost a look for it. */
async function taskFor(
  deps: Deps,
  agentId: AgentId,
  { id, source }: Pick<FoundRun['root'], 'id' | 'source'>,
): Promise<GrantedTask | null> {
  if (source !== 'task') return null;
  return (await taskOfRun(deps.db, agentId, id)) ?? nothingGranted;
}

/** The answered step, if it has neither begun nor ended; none if it asked again since. */
function answeredStep(book: StepBook, approval: ApprovalRow, now: Date, unusable?: string): ActStep[] {
  if (approval.state === 'pending') return [];
  const step = book.step(approval.n);
  if (step.approvalId !== approval.id) return [];
  // Approved earlier and not yet run: its tool may have changed meanwhile.
  if (step.state === 'planned' || step.state === 'waiting') return [step];
  const unsaid = step.state === 'asked' || (step.result === null && isNo(step));
  if (!unsaid) return [];
  const by = approval.resolvedBy ?? 'unknown';
  const edited =
    approval.state === 'edited' ? argumentsProblem({ arguments: approval.editedArguments }) : null;
  const problem = unusable ?? edited;
  if (problem !== null) return [unusableEditStep(step, problem, now)];
  const args = approval.editedArguments ?? approval.arguments;
  return [resolvedStep(step, { state: approval.state, arguments: args, by }, now)];
}

function isNo(step: ActStep): boolean {
  return step.state === 'denied' || step.state === 'expired';
}
