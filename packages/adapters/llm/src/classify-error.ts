import { APICallError } from '@ai-sdk/provider';
import { isSalienceError, messageOf, type SalienceError } from '@salience/errors';
import { type CallTarget, type FaultDetails, fault } from './call-errors.ts';
import { readSaid, tellable } from './provider-words.ts';
import { refusedPart } from './refused-part.ts';
import { readRetryAfter } from './retry-after.ts';

/** What can be seen of a fault, whatever form it was thrown in. */
interface Seen {
  readonly status: number | undefined;
  /** Type, code, parameter and message as the provider worded them; looked at, never passed on. */
  readonly words: string;
  /** True where they were found in an error body, not in whatever else was sent. */
  readonly worded: boolean;
  /** Its sentence as an operator may read it, asked for where it is about the form of the request. */
  readonly tell: () => string;
  /** False where the body was no error of this API, such as a web page. */
  readonly fromApi: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Anything that a provider's library threw as one of ours, classified once. What the provider wrote may quote the conversation and
 * stays in `cause`, but for its sentence about a request that it cannot serve: that is told, bounded and without what it repeats of
 * what was said.
 */
export function classifyCallError(error: unknown, target: CallTarget): SalienceError {
  const ours = causes(error).find(isSalienceError);
  if (ours !== undefined) return ours;
  const seen = readError(error);
  if (seen.status !== undefined && seen.status >= 300) return byStatus(seen.status, seen, target, error);
  if (isBrokenConnection(error)) {
    const what =
      seen.status === undefined
        ? 'could not be reached'
        : 'broke the connection before the end of its answer';
    return fault('llm.unreachable', target, what, { cause: error });
  }
  return byWords(seen, target, { cause: error }) ?? brokenReply(target, error);
}

function brokenReply(target: CallTarget, cause: unknown): SalienceError {
  return fault('llm.malformed', target, 'sent an answer that could not be read', { cause });
}

function byStatus(status: number, seen: Seen, target: CallTarget, cause: unknown): SalienceError {
  const retryAfterMs = readRetryAfter(seen.headers, Date.now());
  const refused = seen.worded ? refusedPart(seen.words, status) : undefined;
  const details = { cause, status, retryAfterMs, refused };
  const worded = byWords(seen, target, details);
  if (worded !== undefined) return worded;
  const said = `answered with status ${status}`;
  if (status === 429) return fault('llm.rate-limited', target, `limits our rate (status ${status})`, details);
  // A grammar that a server cannot build is no fault that passes.
  if (status >= 500 && refused === 'format') return badRequest(seen, target, details);
  if (status === 503 || status === 529)
    return fault('llm.overloaded', target, `is overloaded (status ${status})`, details);
  if (status >= 500 || status === 408 || status === 409)
    return fault('llm.provider-error', target, said, details);
  if (status === 401 || status === 403)
    return fault('llm.auth', target, `refused our key (status ${status})`, details);
  if (status === 402) return fault('llm.quota', target, 'wants to be paid first (status 402)', details);
  if (status === 413) return fault('llm.context-overflow', target, 'got more than it can read', details);
  if (status === 404 && refused === 'format') return badRequest(seen, target, details);
  if (status === 404 && seen.fromApi) return fault('llm.model-unknown', target, 'is not there', details);
  if (status < 400 || status === 404 || status === 405)
    return fault('llm.wrong-address', target, `${said}, which is not its API`, details);
  return badRequest(seen, target, details);
}

/** The form of the request is at fault. Its cause holds what was sent, and all that helps of it is said. */
function badRequest({ tell }: Seen, target: CallTarget, { refused, status }: FaultDetails): SalienceError {
  const said = tell();
  const told = said === '' ? {} : { said };
  return fault('llm.bad-request', target, `answered with status ${String(status)}`, {
    status,
    refused,
    ...told,
  });
}

/** Words say more than a status where providers use one status for several things, and in a stream there is no status. */
function byWords(seen: Seen, target: CallTarget, details: FaultDetails): SalienceError | undefined {
  const { status, words } = seen;
  // A fault of the server is no statement about our request, whatever its text mentions.
  const ours = status === undefined || status < 500;
  if (ours && /insufficient_quota|billing_error|exceeded your current quota|credit balance/i.test(words))
    return fault('llm.quota', target, 'has no quota left for us', details);
  if (status === 429) return undefined;
  if (ours ? tooMuch.test(words) : /exceed\w*[ _](?:the )?(?:available )?context[ _]size/i.test(words))
    return fault('llm.context-overflow', target, 'got more than it can read', details);
  if (ours && /content_filter|content_policy|content management policy/i.test(words))
    return fault('llm.refused', target, 'refused: its content filter stopped the request', details);
  if (ours && status !== 401 && status !== 403 && /model_not_found|not_found_error/i.test(words))
    return fault('llm.model-unknown', target, 'is not there', details);
  if (/overloaded/i.test(words)) return fault('llm.overloaded', target, 'is overloaded', details);
  if (status !== undefined) return undefined;
  if (/rate_limit/i.test(words)) return fault('llm.rate-limited', target, 'limits our rate', details);
  if (/server_error|api_error|internal/i.test(words))
    return fault('llm.provider-error', target, 'reported an error of its own', details);
  return undefined;
}

/** How servers say that a prompt is too long: each has words of its own, and a code is the exception. */
const tooMuch =
  /context[ _]?(?:length|window|size|limit)|(?:prompt|input|request) is too long|request_too_large|context(?: the)? overflow|maximum prompt length|exceeds? the maximum number of (?:input )?tokens|input tokens exceed|too many input tokens/i;

function readError(error: unknown): Seen {
  if (APICallError.isInstance(error)) {
    const said = readSaid(error.data ?? error.responseBody);
    return {
      status: error.statusCode,
      words: said?.words ?? (error.responseBody ?? '').slice(0, 2_000),
      worded: said !== undefined,
      tell: () => tellable(said?.message ?? '', error.requestBodyValues),
      fromApi: error.data !== undefined,
      headers: error.responseHeaders ?? {},
    };
  }
  // An error event inside a stream comes as a plain object.
  const plain = typeof error === 'object' && error !== null && !(error instanceof Error) ? error : {};
  const status = 'statusCode' in plain ? Number(plain.statusCode) : Number.NaN;
  return {
    status: Number.isNaN(status) ? undefined : status,
    words: readSaid(plain)?.words ?? '',
    worded: false,
    tell: () => '',
    fromApi: true,
    headers: {},
  };
}

const brokenCodes =
  /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|UND_ERR|ERR_SSL|ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/;

function isBrokenConnection(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    return brokenCodes.test(code) || /^(fetch failed|terminated)$|other side closed/i.test(messageOf(cause));
  });
}

/** An error and what led to it, outermost first. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && !chain.includes(at) && chain.length < 8; ) {
    chain.push(at);
    at = at instanceof Error ? at.cause : undefined;
  }
  return chain;
}
