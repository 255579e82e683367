import { ApiError, errorOf } from './api-error.ts';
import { pause } from './pause.ts';
import { pauseAfter, type RetryRules } from './retry.ts';

/** What a client was made with. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly retry: RetryRules;
  /** How long an answer may take, in milliseconds; of a stream, its headers. */
  readonly timeoutMs: number;
  /** How long a stream may be silent, in milliseconds. The server says something every 15 s. */
  readonly silenceMs: number;
}

/** One request. */
export interface ApiRequest {
  readonly method: string;
  /** The path with its query. */
  readonly address: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Sending it again after an answer that was lost does no harm. Others are only sent again when the server said that it did nothing. */
  readonly safe: boolean;
}

/** A response whose body is still to be read. */
export interface OpenResponse {
  readonly response: Response;
  /** Breaks the connection. */
  readonly abort: (reason: Error) => void;
  /** Lets go of the caller's signal; to be called when the body was read or given up. */
  readonly release: () => void;
}

/** Sends a request until it succeeds, and reads its answer. Throws `ApiError`, or the reason of the signal. */
export function askFor(options: TransportOptions, request: ApiRequest): Promise<unknown> {
  return retried(options, request, () => askOnce(options, request));
}

/** Sends a request once, and reads its answer. Throws as `askFor` does. */
export async function askOnce(options: TransportOptions, request: ApiRequest): Promise<unknown> {
  const { abort, release, response } = await openOnce(options, request);
  const timer = setTimeout(() => abort(timedOut(request)), request.timeoutMs ?? options.timeoutMs);
  try {
    const text = await response.text();
    return text === '' ? undefined : parsed(text, request);
  } catch (error) {
    throw unanswered(error, request);
  } finally {
    clearTimeout(timer);
    release();
  }
}

/** Opens one connection, without trying again. Throws `ApiError` for anything but a status of success, or the reason of the signal. */
export async function openOnce(options: TransportOptions, request: ApiRequest): Promise<OpenResponse> {
  const { address, body, headers, method, signal } = request;
  const stop = new AbortController();
  const abort = (reason: Error): void => stop.abort(reason);
  const left = (): void => stop.abort(signal?.reason);
  const release = (): void => signal?.removeEventListener('abort', left);
  if (signal?.aborted === true) left();
  signal?.addEventListener('abort', left, { once: true });
  const timer = setTimeout(() => abort(timedOut(request)), request.timeoutMs ?? options.timeoutMs);
  try {
    const response = await options.fetch(options.baseUrl + address, {
      method,
      headers: {
        accept: 'application/json',
        ...options.headers,
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: stop.signal,
    });
    if (!response.ok) throw await errorOf(response);
    return { response, abort, release };
  } catch (error) {
    release();
    throw unanswered(error, request);
  } finally {
    clearTimeout(timer);
  }
}

/** Does it again while that may help. The attempt throws `ApiError`, or whatever ends it at once. */
export async function retried<T>(
  { retry }: Pick<TransportOptions, 'retry'>,
  { safe, signal }: Pick<ApiRequest, 'safe' | 'signal'>,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || tries >= retry.triesMax || !mayRepeat(error, safe)) throw error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > retry.retryAfterMsMax) throw error;
      await pause(Math.max(retryAfterMs, pauseAfter(tries, retry)), signal);
    }
  }
}

/** A 429 says that nothing was done; after anything else, whether it was done is not known. */
function mayRepeat(error: ApiError, safe: boolean): boolean {
  return error.retryable && (safe || error.status === 429);
}

/** The error of a request that failed under way: that of the caller's signal, one of ours, or "no answer". */
export function unanswered(error: unknown, { method, address, signal }: ApiRequest): unknown {
  if (error instanceof ApiError) return error;
  if (signal?.aborted === true) return signal.reason;
  return new ApiError({
    code: 'client.no-answer',
    message: `${method} ${pathOf(address)}: the server did not answer, or the connection broke.`,
    status: 0,
    retryable: true,
    cause: error,
  });
}

function timedOut({ method, address }: ApiRequest): ApiError {
  const message = `${method} ${pathOf(address)}: no answer within the time that was set.`;
  return new ApiError({ code: 'client.timeout', message, status: 0, retryable: true });
}

function parsed(text: string, { method, address }: ApiRequest): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${method} ${pathOf(address)}: expected JSON. Is this the address of Salience?`;
    throw new ApiError({ code: 'client.not-understood', message, status: 0, retryable: false, cause });
  }
}

/** Queries may hold what was searched for; an error names the path alone. */
function pathOf(address: string): string {
  return address.split('?', 1)[0] ?? address;
}
