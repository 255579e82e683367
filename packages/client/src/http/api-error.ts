import type { Shapes } from '../routes.gen.ts';

/** What an `ApiError` is made of. */
export interface ApiErrorParts {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly problem?: Shapes['Problem'] | undefined;
  readonly cause?: unknown;
}

/**
 * Why a request did not succeed. `message` is a sentence for people: the `detail` of the problem document where the server sent one.
 * An aborted request rejects with the reason of its signal instead.
 */
export class ApiError extends Error {
  /**
   * The stable code of the problem, such as `thread.unknown`. Codes of the client itself: `client.no-answer`, `client.timeout`,
   * `client.stream-lost`, `client.not-understood`. `http.<status>` where an answer names no problem, as those of proxies do.
   */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** True where the same request may succeed later: no answer, 429 and 5xx. The client tried again already, as far as that was safe. */
  readonly retryable: boolean;
  /** How long the server wants the caller to wait, in milliseconds; undefined where it does not say. */
  readonly retryAfterMs: number | undefined;
  /** The whole problem document, where there was one. */
  readonly problem: Shapes['Problem'] | undefined;

  constructor({ cause, code, message, problem, retryable, retryAfterMs, status }: ApiErrorParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** The error that a refusing response tells. Reads its body. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const document = parseJson(await response.text().catch(() => ''));
  const problem = isProblem(document) ? document : undefined;
  const dialect = openAiError(document);
  return new ApiError({
    status,
    code: problem?.code ?? dialect?.code ?? `http.${status}`,
    message: problem?.detail ?? dialect?.message ?? `The server answered with status ${status}.`,
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterMs: retryAfterOf(response),
    problem,
  });
}

/** JSON as a value; undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says what it expected.
    return undefined;
  }
}

/** Retry-After is seconds or a date. */
function retryAfterOf(response: Response): number | undefined {
  const said = response.headers.get('retry-after');
  if (said === null || said === '') return undefined;
  const seconds = Number(said);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function isProblem(value: unknown): value is Shapes['Problem'] {
  return isRecord(value) && typeof value['code'] === 'string' && typeof value['detail'] === 'string';
}

/** Routes below /v1 answer errors as OpenAI does. */
function openAiError(value: unknown): { readonly code: string; readonly message: string } | undefined {
  const error = isRecord(value) ? value['error'] : undefined;
  if (!isRecord(error) || typeof error['code'] !== 'string' || typeof error['message'] !== 'string')
    return undefined;
  return { code: error['code'], message: error['message'] };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
