import { STATUS_CODES } from 'node:http';
import type { ApprovalView, Problem } from '@salience/contracts';
import { isSalienceError, SalienceError } from '@salience/errors';

/** What a problem document contains besides status, code and detail. */
export interface ProblemExtra {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly turnId?: string;
  readonly approval?: ApprovalView;
  /** The same once more, as clients of the PFC read it. */
  readonly error?: NonNullable<Problem['error']>;
  /** Response headers that belong to the problem. */
  readonly headers?: Readonly<Record<string, string>>;
}

const marker = 'http';

/** An error that is a response: its detail is shown to the caller unchanged. */
export function httpProblem(
  status: number,
  code: string,
  detail: string,
  extra: ProblemExtra = {},
): SalienceError {
  return new SalienceError(code, detail, { data: { [marker]: { status, ...extra } } });
}

/** How an error is answered. Only our own problems show their text. */
export interface Answer extends ProblemExtra {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const retrySeconds = 2;
const away: Readonly<Record<string, string>> = {
  'database.unavailable':
    'Postgres does not answer. Try again in a moment; with an Idempotency-Key a stored message is not accepted twice.',
  'queues.unavailable':
    'The queue server does not answer. Messages are still accepted; try this again in a moment.',
};

/** Errors of the body parser by their type. */
const bodyProblems: Readonly<Record<string, readonly [number, string, string]>> = {
  'entity.too.large': [
    413,
    'body.too-large',
    'Expected a body of at most 256 KiB; this one is larger. Send less at once.',
  ],
  'entity.parse.failed': [
    400,
    'body.malformed',
    'Expected valid JSON; the body could not be parsed. Check quotes, commas and escapes.',
  ],
  'encoding.unsupported': [415, 'body.encoding', 'Expected an uncompressed, gzip, deflate or br body.'],
  'charset.unsupported': [415, 'body.charset', 'Expected JSON in UTF-8.'],
  'request.aborted': [400, 'body.aborted', 'The connection ended before the whole body arrived.'],
  'request.size.invalid': [400, 'body.length', 'The length of the body differs from Content-Length.'],
};

/** Decides how to answer anything that was thrown. Unknown errors become a bare 500; their text stays in the log. */
export function answerOf(error: unknown): Answer {
  if (isSalienceError(error)) {
    const http = error.data[marker] as (ProblemExtra & { status: number }) | undefined;
    if (http !== undefined) return { ...http, code: error.code, detail: error.message };
    const detail = away[error.code];
    if (detail !== undefined) {
      const headers = { 'Retry-After': String(retrySeconds) };
      return { status: 503, code: error.code, detail, headers };
    }
  } else if (error instanceof Error) {
    const body = 'type' in error ? bodyProblems[String(error.type)] : undefined;
    if (body !== undefined) return { status: body[0], code: body[1], detail: body[2] };
    if (error instanceof URIError) {
      const detail = 'The path has a broken percent-escape. Encode it as UTF-8, for example %20 for a space.';
      return { status: 400, code: 'request.path', detail };
    }
  }
  const detail =
    'An internal error occurred. The log has the reason under the X-Request-ID of this response.';
  return { status: 500, code: 'internal', detail };
}

/** The problem document (RFC 9457) of a response; without a path if the request could not be parsed. */
export function problemDocument(answer: Answer, instance?: string): Problem {
  return {
    type: `urn:salience:problem:${answer.code}`,
    title: STATUS_CODES[answer.status] ?? 'Error',
    status: answer.status,
    detail: answer.detail,
    code: answer.code,
    ...(instance === undefined ? {} : { instance }),
    ...(answer.issues === undefined ? {} : { issues: [...answer.issues] }),
    ...(answer.turnId === undefined ? {} : { turn_id: answer.turnId }),
    ...(answer.approval === undefined ? {} : { approval: answer.approval }),
    ...(answer.error === undefined ? {} : { error: answer.error }),
  };
}
