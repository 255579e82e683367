import type { ActionResult, ActionRuling, ActStep, Seen, ToolCall, Verdict } from '@salience/contracts';
import type { KnownTool, SettleMove } from './call-move.ts';
import { canonicalArguments } from './canonical.ts';
import { type RunLimits, retryAtOf, runLimits } from './limits.ts';
import { closingCall, type StopReason } from './run-state.ts';

/** What every new step is told. */
export interface NewStep {
  readonly runId: ActStep['runId'];
  /** The number of the first new step: the state's `nextN`. */
  readonly n: number;
  readonly turnId: ActStep['turnId'];
  /** Business time. */
  readonly at: Date;
}

/** What a planner gave. */
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

/** The step of a plan that no model could give; the loop then closes. `reason` is the error's code. */
export function failedPlanStep(from: NewStep, reason: string, closing: boolean): ActStep {
  return newStep(from, 'plan', { state: 'failed', note: reason, reason: closing ? closingCall : 'failed' });
}

/** The step of a message that arrived while the run went on. */
export function steerStep(from: NewStep, text: string): ActStep {
  return newStep(from, 'steer', { note: text });
}

/** The step that ends a loop. */
export function closingStep(from: NewStep, reason: StopReason, note: string | null = null): ActStep {
  return newStep(from, 'closing', { reason, note });
}

/** A planned call with its ruling: it stays planned and may run, or is asked for, or is refused. */
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

/** A call whose effect may happen from now on; every try counts, whether or not its end is ever seen. */
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
 * A call after a try: its end, or waiting where the failure is transient and a try is left. A timeout of a tool that is not
 * safe to run twice is an unknown outcome, never a failure. The durations of all tries add up.
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
  // What is tried again is judged when it has its end.
  return { ...finished, state: 'waiting', verdict: null, retryAt: retryAt.toISOString() };
}

function outcomeFor(
  outcome: ActionResult['outcome'],
  tool: Pick<KnownTool, 'tier' | 'idempotent'>,
): ActionResult['outcome'] {
  const harmless = tool.tier === 'observe' || tool.idempotent;
  return outcome === 'timed_out' && !harmless ? 'unknown' : outcome;
}

/** What became of a request for a yes. */
export interface Resolution {
  readonly state: 'approved' | 'edited' | 'refused' | 'expired';
  /** The arguments that were approved; of `edited` the new ones. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  readonly by: string;
}

/** An asked call after its answer: planned with leave to run exactly what was approved, or denied, or expired. */
export function resolvedStep(step: ActStep, resolution: Resolution, at: Date): ActStep {
  const resolved = { ...step, at: at.toISOString() };
  if (resolution.state === 'refused') {
    return { ...resolved, state: 'denied', result: ourResult('Not run: the person said no. Respect that.') };
  }
  if (resolution.state === 'expired' || step.call === null || step.ruling === null) {
    const text = 'Not run: nobody answered the request in time, which counts as no.';
    return { ...resolved, state: 'expired', result: ourResult(text) };
  }
  const args = resolution.arguments ?? step.call.arguments;
  const changed = resolution.state === 'edited' && step.call.arguments !== null;
  return {
    ...resolved,
    // What was first asked for stays what the planner said.
    note: changed ? canonicalArguments(step.call.arguments ?? {}) : step.note,
    state: 'planned',
    call: { ...step.call, arguments: args === null ? null : { ...args } },
    ruling: { ...step.ruling, path: 'run', reason: `${resolution.state} by ${resolution.by}` },
  };
}

/** An asked call whose answer was a yes to other arguments that cannot be used: nothing runs. `problem` says why. */
export function unusableEditStep(step: ActStep, problem: string, at: Date): ActStep {
  const text = `Not run: the changed arguments cannot be used (${problem}). Say so, and ask again for what was meant.`;
  return { ...step, state: 'refused', at: at.toISOString(), result: ourResult(text) };
}

function ourResult(text: string): ActionResult {
  return { outcome: 'failed', text, trust: 'agent', transient: false, durationMs: 0 };
}
