import { isSalienceError, SalienceError } from '@salience/errors';
import { backoffMs, triesMax } from './backoff.ts';
import { abortedError, fault } from './call-errors.ts';
import { type AttemptResult, type AttemptWindow, runAttempt } from './call-window.ts';
import type { Pacing } from './pacing.ts';
import type { FilledPorts } from './ports.ts';
import type { Admission } from './provider-health.ts';
import type { ProviderModel } from './provider-model.ts';

/** One attempt as it ended, for telemetry. */
export interface AttemptReport {
  readonly provider: string;
  readonly model: string;
  /** `ok` or the error's code. */
  readonly outcome: string;
}

/** A call: who may answer it, within what, and how an attempt is made. */
export interface CallPlan<T> {
  /** In order of preference; the second is asked only where the first cannot answer. */
  readonly candidates: readonly ProviderModel[];
  readonly signal?: AbortSignal | undefined;
  /** For the whole call: attempts, waits and failover included. */
  readonly timeoutMs: number;
  /** The longest silence of one attempt. */
  readonly stallMs: number;
  attempt(provider: ProviderModel, window: AttemptWindow): Promise<T>;
  /** True when the same model is to be asked again at once, since the next attempt leaves out what it refused. */
  adapt(error: SalienceError, provider: ProviderModel): boolean;
  /** What the user has seen of the answer so far. A reply that was shown is begun anew only where it can be taken back. */
  shown(): 'nothing' | 'voidable' | 'final';
  /** Takes back what was shown. */
  reset(): void;
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
}

/** An answer and the way to it. */
export interface CallResult<T> {
  readonly value: T;
  readonly provider: ProviderModel;
  readonly attempts: number;
}

/** What a call runs on. */
export interface CallRoom {
  readonly ports: FilledPorts;
  readonly pacing: Pacing;
}

/** A rate limit that ends within this time is waited for, also where another model could be asked. */
const patienceMs = 2_000;

/** Faults of the moment: the same call may work a little later. */
const retried = new Set([
  'llm.rate-limited',
  'llm.overloaded',
  'llm.provider-error',
  'llm.unreachable',
  'llm.stalled',
  'llm.malformed',
]);

/** Faults that another model need not have. Not among them: what is wrong with our settings, or with the request. */
const failedOver = new Set([
  'llm.overloaded',
  'llm.provider-error',
  'llm.unreachable',
  'llm.offline',
  'llm.stalled',
  'llm.quota',
]);

/**
 * Runs a call within its one deadline: attempts at its candidates one after another, then, after a pause, from the first again,
 * three rounds at most. A wait that would pass the deadline is not begun: the call ends at once with the fault that
 * asked for it. A model that refuses a part of the request is asked without it, which counts as no round. Throws a classified SalienceError; when several attempts were made, `data.tried` lists them.
 */
export async function runCall<T>(room: CallRoom, plan: CallPlan<T>): Promise<CallResult<T>> {
  const { ports } = room;
  const deadline = ports.now() + plan.timeoutMs;
  const tried: AttemptReport[] = [];
  let everShown = false;
  let at = 0;
  for (let round = 1; ; ) {
    const provider = plan.candidates[at] as ProviderModel;
    // What was shown came from this model: the answer stays with it.
    const others = everShown ? 0 : plan.candidates.length - at - 1;
    const result = await attemptOnce(room, plan, { provider, deadline, others });
    const outcome = 'error' in result ? result.error.code : 'ok';
    const report = { provider: provider.provider, model: provider.model, outcome };
    tried.push(report);
    plan.onAttempt?.(report);
    if (!('error' in result)) return { value: result.value, provider, attempts: tried.length };
    const { error } = result;
    everShown ||= plan.shown() !== 'nothing';
    // Neither a retry nor another model: the request was at fault, and now it is another one.
    if (plan.shown() === 'nothing' && ports.now() < deadline && plan.adapt(error, provider)) continue;
    if (others > 0 && !everShown && mayFailOver(error)) {
      at += 1;
      continue;
    }
    const waitMs = backoffMs(round, ports.random(), error.retryAfterMs);
    const worthIt =
      retried.has(error.code) &&
      round < triesMax &&
      plan.shown() !== 'final' &&
      ports.now() + waitMs < deadline;
    if (!worthIt) throw withAttempts(error, tried);
    plan.reset();
    await rest(ports, waitMs, plan.signal, provider);
    round += 1;
    if (!everShown) at = 0;
  }
}

interface AttemptPlace {
  readonly provider: ProviderModel;
  readonly deadline: number;
  /** How many more models could be asked. */
  readonly others: number;
}

async function attemptOnce<T>(
  room: CallRoom,
  plan: CallPlan<T>,
  place: AttemptPlace,
): Promise<AttemptResult<T>> {
  const { pacing, ports } = room;
  const { provider, deadline, others } = place;
  const { health } = provider;
  if (plan.signal?.aborted) return { error: abortedError(provider) };
  const admission = health.admit();
  if (!admission.admitted) return { error: offline(provider, admission) };
  let result: AttemptResult<T>;
  try {
    const leftMs = Math.max(0, deadline - ports.now());
    const waitMs = await pacing.waitFor(provider, others > 0 ? Math.min(leftMs, patienceMs) : leftMs);
    if (waitMs > 0) await rest(ports, waitMs, plan.signal, provider);
    const remainingMs = Math.max(0, deadline - ports.now());
    // While others wait for their turn, silence may not use up more than its share of the time.
    const firstMs = others > 0 ? Math.min(plan.stallMs, remainingMs / (others + 1)) : plan.stallMs;
    const { signal, stallMs, timeoutMs } = plan;
    result = await runAttempt(
      { signal, leftMs: remainingMs, timeoutMs, firstMs, stallMs },
      provider,
      (window) => plan.attempt(provider, window),
    );
  } catch (error) {
    // Pacing or the wait for it; the provider was not asked.
    health.report('unknown', admission);
    if (!isSalienceError(error)) throw error;
    return { error };
  }
  health.report(contactOf(result), admission);
  if ('error' in result) await heed(pacing, provider, result.error);
  return result;
}

function contactOf(result: AttemptResult<unknown>): 'reached' | 'unreachable' | 'unknown' {
  if (!('error' in result)) return 'reached';
  const { code } = result.error;
  if (code === 'llm.unreachable') return 'unreachable';
  // A silent connection says nothing about whether anybody is there, nor does a call that was given up.
  return ['llm.stalled', 'llm.timeout', 'llm.aborted'].includes(code) ? 'unknown' : 'reached';
}

async function heed(pacing: Pacing, provider: ProviderModel, error: SalienceError): Promise<void> {
  const { code, retryAfterMs } = error;
  if (retryAfterMs === undefined) return;
  if (code === 'llm.rate-limited' || code === 'llm.overloaded') await pacing.pause(provider, retryAfterMs);
}

function mayFailOver(error: SalienceError): boolean {
  if (error.code === 'llm.rate-limited') return (error.retryAfterMs ?? Number.POSITIVE_INFINITY) > patienceMs;
  return failedOver.has(error.code);
}

function offline(provider: ProviderModel, admission: Admission & { admitted: false }): SalienceError {
  const { retryAfterMs } = admission;
  return fault('llm.offline', provider, 'was not reachable lately and is left alone for a moment', {
    retryAfterMs,
  });
}

async function rest(
  ports: FilledPorts,
  ms: number,
  signal: AbortSignal | undefined,
  provider: ProviderModel,
): Promise<void> {
  try {
    await ports.wait(ms, signal);
  } catch {
    // The timer rejects for one reason only: the caller's abort.
    throw abortedError(provider);
  }
}

/** The last fault, with the attempts before it as its cause. */
function withAttempts(error: SalienceError, tried: readonly AttemptReport[]): SalienceError {
  if (tried.length === 1) return error;
  const before = tried
    .slice(0, -1)
    .map(({ model, outcome, provider }) => `${provider} (${model}): ${outcome}`);
  return new SalienceError(error.code, `${error.message} Before that: ${before.join(', ')}.`, {
    kind: error.kind,
    cause: error.cause,
    data: { ...error.data, tried },
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  });
}
