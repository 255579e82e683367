import { setTimeout as wait } from 'node:timers/promises';
import type { SalienceError } from '@salience/errors';
import { abortedError, type CallTarget, classifyCallError, timeoutError } from './call-errors.ts';

/** How long a call may take. */
export interface CallLimits {
  readonly signal?: AbortSignal | undefined;
  /** For the whole call, its retry and waits included. */
  readonly timeoutMs: number;
  /** Between two pieces of a stream. */
  readonly stallMs: number;
}

/** One attempt's view of the limits. */
export interface AttemptWindow {
  /** Aborts the HTTP request: caller, deadline or stall. */
  readonly signal: AbortSignal;
  /** Something arrived: the stall clock starts again. */
  readonly touch: () => void;
}

/** A wait for a rate limit longer than this is left to the caller. */
const longestWaitMs = 5_000;

/**
 * Runs `attempt` at most twice within the limits: a second time only after `llm.malformed`, `llm.unreachable`, a stall,
 * or a rate limit that ends soon. Throws a classified SalienceError. The one retry policy for models.
 */
export async function withinLimits<T>(
  limits: CallLimits,
  target: CallTarget,
  attempt: (window: AttemptWindow, number: number) => Promise<T>,
  beforeRetry: () => void,
): Promise<T> {
  const deadline = performance.now() + limits.timeoutMs;
  const first = await tryOnce(limits, deadline, target, (window) => attempt(window, 1));
  if ('value' in first) return first.value;
  if (!isWorthRetrying(first.error, deadline)) throw first.error;
  beforeRetry();
  await pause(first.error.retryAfterMs ?? 0, limits.signal, target);
  const second = await tryOnce(limits, deadline, target, (window) => attempt(window, 2));
  if ('value' in second) return second.value;
  throw second.error;
}

async function tryOnce<T>(
  limits: CallLimits,
  deadline: number,
  target: CallTarget,
  attempt: (window: AttemptWindow) => Promise<T>,
): Promise<{ value: T } | { error: SalienceError }> {
  const controller = new AbortController();
  let reason: SalienceError | undefined;
  const stop = (error: SalienceError) => {
    reason ??= error;
    controller.abort(error);
  };
  const onAbort = () => stop(abortedError(target));
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  if (limits.signal?.aborted) onAbort();
  const total = setTimeout(
    () => stop(timeoutError(target, limits.timeoutMs, false)),
    Math.max(0, deadline - performance.now()),
  );
  const stall = setTimeout(() => stop(timeoutError(target, limits.stallMs, true)), limits.stallMs);
  try {
    controller.signal.throwIfAborted();
    const value = await attempt({ signal: controller.signal, touch: () => stall.refresh() });
    return { value };
  } catch (error) {
    // Our own abort surfaces as whatever the provider makes of it; the reason is what counts.
    return { error: reason ?? classifyCallError(error, target) };
  } finally {
    clearTimeout(total);
    clearTimeout(stall);
    limits.signal?.removeEventListener('abort', onAbort);
  }
}

function isWorthRetrying(error: SalienceError, deadline: number): boolean {
  if (error.kind !== 'retryable') return false;
  if (error.code === 'llm.timeout') return error.data['stalled'] === true && performance.now() < deadline;
  if (error.code !== 'llm.rate-limited') return true;
  const waitMs = error.retryAfterMs ?? 1_000;
  return waitMs <= longestWaitMs && performance.now() + waitMs < deadline;
}

async function pause(ms: number, signal: AbortSignal | undefined, target: CallTarget): Promise<void> {
  if (ms <= 0) return;
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  } catch {
    // The timer rejects for one reason only: the caller's abort.
    throw abortedError(target);
  }
}
