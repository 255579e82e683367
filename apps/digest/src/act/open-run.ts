import { argumentsProblem, resolvedStep, ruledStep, unusableEditStep } from '@salience/act';
import type { ActStep, Trust } from '@salience/contracts';
import { type ApprovalRow, type FoundRun, resolveApproval } from '@salience/database';
import { judgeCall } from '@salience/safety';
import type { Deps } from '../deps.ts';
import type { Toolbox } from '../skills/toolbox.ts';
import type { ActInput } from './act-input.ts';
import { guarded } from './guarded.ts';
import type { GivenAnswer } from './given-answer.ts';
import { openBook, type StepBook } from './steps.ts';

/** The message that a run was begun for: what is planned for, and whose trust counts. */
export interface RunOrigin {
  readonly text: string;
  readonly at: string;
  readonly speaker: string | null;
  readonly trust: Trust;
  readonly source: string;
}

/** A run that is open for its next moves. */
export interface OpenedRun {
  readonly book: StepBook;
  readonly origin: RunOrigin;
}

/**
 * Opens the run of a turn: one of its own, the one it was broken off in, or the one whose request was answered, with the answers
 * written into its steps. `already`: somebody else had answered the request first.
 */
export async function openRun(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  given: GivenAnswer | null,
): Promise<OpenedRun | { readonly already: ApprovalRow }> {
  const { snapshot, turn } = input.step;
  if (given !== null) return resolveInTurn(deps, input, tools, given);
  if (snapshot.run !== null) return reopen(deps, input, tools, snapshot.run);
  const { said_at: at, source, speaker, text, trust } = turn;
  return { book: openBook(deps, input, turn.id, []), origin: { text, at, speaker, trust, source } };
}

async function resolveInTurn(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  given: GivenAnswer,
): Promise<OpenedRun | { readonly already: ApprovalRow }> {
  const { turn } = input.step;
  const { approval, status } = await resolveApproval(deps.db, {
    agentId: turn.agent_id,
    approvalId: given.approval.id,
    answer: given.answer,
    ...(given.arguments === undefined ? {} : { arguments: given.arguments }),
    by: 'chat',
    now: await deps.clock.now(),
    turnId: turn.id,
  });
  await deps.fault('digest.act-resolved');
  if (status === 'missing') return { already: given.approval };
  if (approval.continuationTurnId !== turn.id) return { already: approval };
  const approvals = given.run.approvals.map((one) => (one.id === approval.id ? approval : one));
  return reopen(deps, input, tools, { ...given.run, approvals }, given);
}

async function reopen(
  deps: Deps,
  input: ActInput,
  tools: Toolbox,
  run: FoundRun,
  given?: GivenAnswer,
): Promise<OpenedRun> {
  const book = openBook(deps, input, run.runId, run.steps);
  const now = await deps.clock.now();
  const answered = run.approvals
    .flatMap((approval) =>
      answeredStep(book, approval, now, approval.id === given?.approval.id ? given.problem : undefined),
    )
    .map((step) => withinTheGate(step, input, tools, now));
  if (answered.length > 0) await book.write(answered);
  const { saidAt: at, source, speaker, text, trust } = run.root;
  return { book, origin: { text, at, speaker, trust, source } };
}

/** The step of a request with its answer in it, where that is not yet so. */
function answeredStep(book: StepBook, approval: ApprovalRow, now: Date, unusable?: string): ActStep[] {
  if (approval.state === 'pending') return [];
  const step = book.step(approval.n);
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

/** A yes to other arguments than were judged is judged again: nobody, the person neither, gets past what is blocked. */
function withinTheGate(step: ActStep, { profile }: ActInput, tools: Toolbox, now: Date): ActStep {
  const { call, ruling } = step;
  const spec = tools.specs.find(({ name }) => name === call?.tool);
  const args = call?.arguments ?? undefined;
  if (ruling?.path !== 'run' || args === undefined || spec === undefined) return step;
  const gate = judgeCall(guarded(spec, profile.capabilities).gated, args);
  if (gate.level !== 'block') return step;
  return ruledStep(step, { ...ruling, gate, path: 'refuse', reason: gate.reasons.join('; ') }, now);
}
