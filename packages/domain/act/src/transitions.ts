import type { ActionResult, ActionRuling, ActStep, Seen, ToolCall, Verdict } from '@salience/contracts';
import type { KnownTool, SettleMove } from './call-move.ts';
import { canonicalArguments } from './canonical.ts';
import { type RunLimits, retryAtOf, runLimits } from './limits.ts';
import { closingCall, type StopReason } from './run-state.ts';

/** The context of every new step. */
export interface NewStep {
  readonly runId: ActStep['runId'];
  /** The number of the first new step: the state's `nextN`. */
  readonly n: number;
  readonly turnId: ActStep['turnId'];
  /** Business time. */
  readonly at: Date;
}

/** The planner's answer. */
export interface Plan {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** How it stopped: `stop`, `tool-calls`, `length`, `other`. */
  readonly finish: string;
}

function newStep(from: NewStep, kind: ActStep['kind'], rest: Partial<ActStep>): ActStep {
  return {
    runId: from.runId,
    n: from.n,
    turnId: from.turnId,
    kind,
    state: 'done',
    note: null,
    reason: null,
    call: null,
    seen: null,
    ruling: null,
    result: null,
    verdict: null,
    approvalId: null,
    idempotencyKey: null,
    attempt: 0,
    retryAt: null,
    late: null,
    at: from.at.toISOString(),
    ...rest,
  };
}

/**
 * The steps of a plan: itself, done, then its calls in order, planned. A closing call is marked as one. `seen`: what counts of the
 * prompt that it was made from; a plan without it counts as made from text from outside.
 */
export function planSteps(from: NewStep, plan: Plan, closing: boolean, seen: Seen | null = null): ActStep[] {
  const reason = closing ? closingCall : plan.finish;
  const calls = plan.calls.map((call, index) =>
    newStep({ ...from, n: from.n + 1 + index }, 'action', { state: 'planned', call }),
  );
  return [newStep(from, 'plan', { note: plan.text, reason, seen }), ...calls];
}

/** The step of a failed planner call; the loop then closes. `reason` is the error's code. */
export function failedPlanStep(from: NewStep, reason: string, closing: boolean): ActStep {
  return newStep(from, 'plan', { state: 'failed', note: reason, reason: closing ? closingCall : 'failed' });
}

/** The step of a message that steered the run. */
export function steerStep(from: NewStep, text: string): ActStep {
  return newStep(from, 'steer', { note: text });
}

/**
 * The step of a summary that stands for the steps before `keptFrom` from now on. `fault`: why no model wrote it. Its trust is the
 * lowest of what it stands for (law 10).
 */
export function summaryStep(
  from: NewStep,
  summary: Pick<ActionResult, 'durationMs' | 'text' | 'trust'> & {
    readonly keptFrom: number;
    readonly fault: string | null;
  },
): ActStep {
  const { durationMs, fault, keptFrom, text, trust } = summary;
  const result = { outcome: 'succeeded' as const, text, trust, transient: false, durationMs };
  return newStep(from, 'summary', { note: String(keptFrom), reason: fault, result });
}

/** The step that ends a loop. */
export function closingStep(from: NewStep, reason: StopReason, note: string | null = null): ActStep {
  return newStep(from, 'closing', { reason, note });
}

/** A planned call with its ruling: it may run, needs approval, or is refused. */
export function ruledStep(
  step: ActStep,
  ruling: ActionRuling,
  at: Date,
  approvalId: ActStep['approvalId'] = null,
): ActStep {
  const ruled = { ...step, ruling, at: at.toISOString() };
  if (ruling.path === 'run') return ruled;
  if (ruling.path === 'ask') return { ...ruled, state: 'asked', approvalId };
  const text = `Refused: ${ruling.reason}. Do not try to get around this.`;
  return { ...ruled, state: 'refused', result: ourResult(text) };
}

/** A call that would ask for a yes but cannot do anything: it ends as it would have when run, and nobody is asked. */
export function pointlessStep(step: ActStep, ruling: ActionRuling, why: string, at: Date): ActStep {
  return {
    ...step,
    ruling: { ...ruling, path: 'refuse' },
    state: 'failed',
    result: ourResult(why),
    at: at.toISOString(),
  };
}

/** How a call that might run is held back: for a while, or for good. */
export type HeldBack = 'held' | 'skipped';

/**
 * A call that might run and is not worth it by what the agent pursues: it ends without running. Its ruling stays what it was, so it counts neither for nor against the
 * tool.
 */
export function heldBackStep(
  step: ActStep,
  ruling: ActionRuling,
  { how, until, why }: { readonly how: HeldBack; readonly until: Date; readonly why: string },
  at: Date,
): ActStep {
  const what =
    how === 'held'
      ? `Not done now: nobody asked for it, and it does little for your goals (${why}). It is held until ${until.toISOString()} and then dropped, unless a goal or a person asks for it before. Tell that it waits, and do not try again.`
      : `Not done: nobody asked for it, and it does nothing for your goals (${why}). Do not try again.`;
  return {
    ...step,
    ruling,
    state: 'refused',
    reason: how,
    result: ourResult(what),
    retryAt: null,
    at: at.toISOString(),
  };
}

/** A call whose effect may happen from now on; every attempt counts, even if its end is never seen. */
export function startedStep(step: ActStep, idempotencyKey: string, at: Date): ActStep {
  const attempt = step.attempt + 1;
  return { ...step, state: 'started', idempotencyKey, attempt, retryAt: null, at: at.toISOString() };
}

/** A call that ends without running (again). */
export function settledStep(step: ActStep, move: SettleMove, at: Date): ActStep {
  const { state, reason, result } = move;
  const durationMs = step.result?.durationMs ?? 0;
  return { ...step, state, reason, result: { ...result, durationMs }, retryAt: null, at: at.toISOString() };
}

/**
 * A call after an attempt: ended, or waiting if the failure is transient and a retry is left. A timeout of a tool that is not
 * safe to repeat is an unknown outcome, never a failure. The durations of all attempts add up.
 */
export function finishedStep(
  step: ActStep,
  ended: { readonly result: ActionResult; readonly verdict: Verdict | null },
  tool: Pick<KnownTool, 'tier' | 'idempotent'>,
  at: Date,
  limits: RunLimits = runLimits,
): ActStep {
  const { verdict } = ended;
  const outcome = outcomeFor(ended.result.outcome, tool);
  const durationMs = (step.result?.durationMs ?? 0) + ended.result.durationMs;
  const result = { ...ended.result, outcome, durationMs };
  const finished = { ...step, result, verdict, retryAt: null, at: at.toISOString() };
  const mayRetry = result.transient && (outcome === 'failed' || outcome === 'timed_out');
  const retryAt = mayRetry ? retryAtOf(step.attempt, at, limits) : null;
  if (retryAt === null) return { ...finished, state: outcome };
  // A result is judged when the call has ended.
  return { ...finished, state: 'waiting', verdict: null, retryAt: retryAt.toISOString() };
}

function outcomeFor(
  outcome: ActionResult['outcome'],
  tool: Pick<KnownTool, 'tier' | 'idempotent'>,
): ActionResult['outcome'] {
  const harmless = tool.tier === 'observe' || tool.idempotent;
  return outcome === 'timed_out' && !harmless ? 'unknown' : outcome;
}

/** The answer to an approval. */
export interface Resolution {
  readonly state: 'approved' | 'edited' | 'refused' | 'expired';
  /** The approved arguments; of `edited` the new ones. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly by: string;
}

/** A call after its approval was answered: planned with approval of exactly these arguments, or denied, or expired. */
export function resolvedStep(step: ActStep, resolution: Resolution, at: Date): ActStep {
  const resolved = { ...step, at: at.toISOString() };
  if (resolution.state === 'refused') {
    return { ...resolved, state: 'denied', result: ourResult('Not run: the person said no. Respect that.') };
  }
  if (resolution.state === 'expired' || step.call === null || step.ruling === null) {
    const text = 'Not run: the request expired unanswered, which counts as no.';
    return { ...resolved, state: 'expired', result: ourResult(text) };
  }
  const args = resolution.arguments ?? step.call.arguments;
  const changed = resolution.state === 'edited' && step.call.arguments !== null;
  return {
    ...resolved,
    // The planner's own arguments stay.
    note: changed ? canonicalArguments(step.call.arguments ?? {}) : step.note,
    state: 'planned',
    call: { ...step.call, arguments: args === null ? null : { ...args } },
    ruling: { ...step.ruling, path: 'run', reason: `${resolution.state} by ${resolution.by}` },
  };
}

/** A call that was approved with edited arguments that cannot be used: nothing runs. `problem` says why. */
export function unusableEditStep(step: ActStep, problem: string, at: Date): ActStep {
  const text = `Not run: the changed arguments cannot be used (${problem}). Say so, and ask again for what was meant.`;
  return { ...step, state: 'refused', at: at.toISOString(), result: ourResult(text) };
}

function ourResult(text: string): ActionResult {
  return { outcome: 'failed', text, trust: 'agent', transient: false, durationMs: 0 };
}
