import type { SalienceError } from '@salience/errors';
import { abortedError, type CallTarget, timeoutError } from './call-errors.ts';
import { classifyCallError } from './classify-error.ts';

/** How long one attempt may take. */
export interface AttemptLimits {
  readonly signal: AbortSignal | undefined;
  /** What is left of the whole call. */
  readonly leftMs: number;
  /** The whole call, for the message. */
  readonly timeoutMs: number;
  /** Until the first piece. */
  readonly firstMs: number;
  /** Between two pieces. */
  readonly stallMs: number;
}

/** One attempt's view of its limits. */
export interface AttemptWindow {
  /** Aborts the HTTP request: caller, deadline or stall. */
  readonly signal: AbortSignal;
  /** A piece arrived: the stall clock starts again. */
  readonly touch: () => void;
}

/** How an attempt ended. */
export type AttemptResult<T> = { readonly value: T } | { readonly error: SalienceError };

/** Runs one attempt within its limits; what it throws is classified. */
export async function runAttempt<T>(
  limits: AttemptLimits,
  target: CallTarget,
  attempt: (window: AttemptWindow) => Promise<T>,
): Promise<AttemptResult<T>> {
  const controller = new AbortController();
  let reason: SalienceError | undefined;
  const stop = (error: SalienceError) => {
    reason ??= error;
    controller.abort(error);
  };
  const onAbort = () => stop(abortedError(target));
  limits.signal?.addEventListener('abort', onAbort, { once: true });
  if (limits.signal?.aborted) onAbort();
  const total = setTimeout(() => stop(timeoutError(target, limits.timeoutMs, false)), limits.leftMs);
  const stallIn = (ms: number) => setTimeout(() => stop(timeoutError(target, ms, true)), ms);
  let stall = stallIn(limits.firstMs);
  const touch = () => {
    clearTimeout(stall);
    stall = stallIn(limits.stallMs);
  };
  try {
    controller.signal.throwIfAborted();
    return { value: await attempt({ signal: controller.signal, touch }) };
  } catch (error) {
    // Our own abort surfaces as whatever the provider makes of it; the reason is what counts.
    return { error: reason ?? classifyCallError(error, target) };
  } finally {
    clearTimeout(total);
    clearTimeout(stall);
    limits.signal?.removeEventListener('abort', onAbort);
  }
}
