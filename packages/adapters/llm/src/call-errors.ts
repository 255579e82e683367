import { APICallError } from '@ai-sdk/provider';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';

/** Which model a call went to, for messages. */
export interface CallTarget {
  readonly provider: string;
  readonly model: string;
}

const nameOf = (target: CallTarget) => `${target.provider} (${target.model})`;

/** The caller gave up. Terminal. */
export function abortedError(target: CallTarget): SalienceError {
  return new SalienceError('llm.aborted', `The call to ${nameOf(target)} was aborted by its caller.`, {
    data: { ...target },
  });
}

/** The model took too long, altogether or between two pieces. Retryable. */
export function timeoutError(target: CallTarget, ms: number, stalled: boolean): SalienceError {
  const what = stalled ? `sent nothing for ${ms} ms` : `did not finish within ${ms} ms`;
  return new SalienceError('llm.timeout', `${nameOf(target)} ${what}. Try again, or allow more time.`, {
    kind: 'retryable',
    data: { ...target, ms, stalled },
  });
}

/** The model answered with something that is no answer. Retryable. */
export function malformedError(target: CallTarget, what: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'llm.malformed',
    `Expected a complete answer from ${nameOf(target)}, got ${what}.`,
    {
      kind: 'retryable',
      data: { ...target },
      cause,
    },
  );
}

/** The model or its provider will not do this, now or later. Terminal. */
export function refusedError(
  target: CallTarget,
  what: string,
  cause?: unknown,
  status?: number,
): SalienceError {
  return new SalienceError('llm.refused', `${nameOf(target)} refused: ${what}.`, {
    data: { ...target, status },
    cause,
  });
}

/**
 * Anything a provider threw as one of ours, classified once: `llm.rate-limited`, `llm.unreachable`,
 * `llm.timeout` and `llm.malformed` are retryable, `llm.refused` is terminal. The provider's own text stays in `cause`.
 */
export function classifyCallError(error: unknown, target: CallTarget): SalienceError {
  if (isSalienceError(error)) return error;
  if (!APICallError.isInstance(error)) {
    // Dropped connections come as bare TypeErrors of fetch; the rest is a provider's parser giving up.
    const dropped =
      error instanceof TypeError || /terminated|socket|ECONN|network|fetch failed/i.test(messageOf(error));
    return dropped
      ? unreachable(target, 'the connection broke', error)
      : malformedError(target, 'a broken reply', error);
  }
  const status = error.statusCode;
  if (status === undefined) return unreachable(target, 'no connection', error);
  if (status === 429) {
    const retryAfterMs = readRetryAfter(error.responseHeaders ?? {});
    return new SalienceError(
      'llm.rate-limited',
      `${nameOf(target)} is limiting our rate (429). Wait, then try again.`,
      {
        kind: 'retryable',
        cause: error,
        data: { ...target, status },
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    );
  }
  if (status < 400) return malformedError(target, 'a reply that could not be read', error);
  if (status === 408 || status === 409 || status >= 500)
    return unreachable(target, `status ${status}`, error, status);
  if (status === 401 || status === 403) {
    return refusedError(target, `status ${status}, check the API key and what it may use`, error, status);
  }
  if (status === 404)
    return refusedError(target, 'status 404, check the base URL and the model name', error, status);
  return refusedError(target, `status ${status}`, error, status);
}

function unreachable(target: CallTarget, what: string, cause: unknown, status?: number): SalienceError {
  return new SalienceError(
    'llm.unreachable',
    `${nameOf(target)} could not be reached: ${what}. Try again later.`,
    {
      kind: 'retryable',
      cause,
      data: { ...target, status },
    },
  );
}

function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
