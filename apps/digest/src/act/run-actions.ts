import { closingStep, foldRun, limitsFor, type Move, nextMove, settledStep } from '@salience/act';
import type { ActEnd, ActInput } from './act-input.ts';
import type { Acting } from './acting.ts';
import { dispatchCall } from './dispatch-call.ts';
import { planNext } from './plan-next.ts';
import { ruleCall } from './rule-call.ts';
import { sayInRun } from './say-in-run.ts';
import type { StepBook } from './steps.ts';
import type { Deps } from '../deps.ts';
import { withConfidence } from './with-confidence.ts';
import type { ApprovalAnswer } from './approval-answer.ts';
import { openRun } from './open-run.ts';

/** Runs the actions of a turn until the loop closes or has to wait. */
export async function act(deps: Deps, input: ActInput, given: ApprovalAnswer | null): Promise<ActEnd> {
  const tools = await deps.tools.toolbox({
    agentId: input.step.turn.agent_id,
    servers: input.profile.servers,
  });
  const opened = await openRun(deps, input, tools, given);
  if ('already' in opened) return { kind: 'answered-before', approval: opened.already };
  return runActions({
    deps,
    input,
    tools,
    contexts: [],
    planned: [],
    earned: new Map(),
    pursuit: undefined,
    ...opened,
  });
}

/**
 * Runs the loop of actions until it closes or has to wait. Each move is decided from the stored steps alone and stored before
 * the next one, so after a crash another worker continues from the last committed step. Throws `LaneLost` when the lane
 * was taken over, and the signal's reason when the turn is aborted.
 */
async function runActions(acting: Acting): Promise<ActEnd> {
  const { book, deps, input, tools } = acting;
  const limits = limitsFor(tools.specs);
  const { turn } = input.step;
  for (;;) {
    input.signal.throwIfAborted();
    const at = await deps.clock.now();
    const state = foldRun(book.steps, limits, turn.id);
    const move = nextMove(state, { activeMs: state.activeMs, at }, tools.specs, limits);
    const end = await perform(acting, move, at);
    if (end !== undefined) return end;
  }
}

async function perform(acting: Acting, move: Move, at: Date): Promise<ActEnd | undefined> {
  const { book, deps, input } = acting;
  switch (move.kind) {
    case 'plan':
      await planNext(acting, move.closing);
      return undefined;
    case 'rule':
      await ruleCall(acting, book.step(move.n));
      return undefined;
    case 'dispatch':
    case 'resume':
      await dispatchCall(acting, book.step(move.n));
      return undefined;
    case 'settle':
      await book.write([withConfidence(settledStep(book.step(move.n), move, at))]);
      await deps.fault('digest.act-settled');
      return undefined;
    case 'wait':
      return { kind: 'parked', until: new Date(move.until) };
    case 'close':
      // A loop that closed before its worker crashed stays closed.
      if (!isClosed(book, input.step.turn.id)) await book.write([closingStep(book.next(at), move.reason)]);
      await deps.fault('digest.act-closed');
      return {
        kind: 'closed',
        reason: move.reason,
        runId: book.runId,
        steps: book.steps,
        contexts: acting.contexts,
        lastCall: acting.planned.at(-1) ?? null,
        least: sayInRun(acting, acting.tools.specs).least,
      };
  }
}

function isClosed(book: StepBook, turnId: string): boolean {
  return book.steps.some((step) => step.kind === 'closing' && step.turnId === turnId);
}
