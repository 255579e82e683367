import { messageOf, SalienceError } from '@salience/errors';
import { type PageAddress, readAddress, shownAddress } from './address.ts';
import { readRetryAfter } from './next-poll.ts';
import { readBody } from './read-body.ts';

/** A page that is asked for changes. */
export interface PageConfig {
  /** An address of http or https; credentials in it are sent as a header and never shown. */
  readonly endpoint: string;
  /** For the answer with all of its body, in milliseconds; default 10 seconds. */
  readonly timeoutMs?: number;
  /** Of the body, unpacked; default 1 MiB. */
  readonly maxBytes?: number;
  /** Ends the poll. */
  readonly signal?: AbortSignal;
  /** For `retry-after` as a date; default: the clock. */
  readonly now?: Date;
}

/** What is known of a page by its last good answer; null where that said nothing, or there was none. */
export interface PageState {
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Of the body: SHA-256, in hexadecimal digits. */
  readonly hash: string | null;
  readonly bytes: number | null;
  /** The number that the page is. */
  readonly value: number | null;
}

/** What a poll found: the state from now on, and how it came about. */
export interface PagePoll extends PageState {
  /** Of the last answer: 304 is told as it is. */
  readonly status: number;
  /** The body is another one than the known one, or the first one. */
  readonly changed: boolean;
  /** The page gave no content (a status of 400 or more): the state is that from before. */
  readonly failed: boolean;
  /** How long the page asked to be left alone, in milliseconds; null: it did not. */
  readonly retryAfterMs: number | null;
}

/** A page of which nothing is known. */
export const unknownPage: PageState = {
  etag: null,
  lastModified: null,
  hash: null,
  bytes: null,
  value: null,
};

const timeoutMsDefault = 10_000;
const maxBytesDefault = 1_048_576;
const redirectsMax = 3;
/** Longer ones are not kept. */
const validatorCharsMax = 1_000;

/**
 * Asks a page whether it changed since `previous`. Follows up to three redirects within its host and scheme. Rejects with `page.unreachable`
 * (retryable: no answer, or none in time), `page.redirected`, `page.too-large` or `page.bad-address` (terminal). No error shows credentials or
 * a query.
 */
export async function pollPage(
  config: PageConfig,
  previous: PageState,
  fetchImpl: typeof fetch = fetch,
): Promise<PagePoll> {
  const shown = shownAddress(config.endpoint);
  const address = readAddress(config.endpoint);
  const limit = AbortSignal.timeout(config.timeoutMs ?? timeoutMsDefault);
  const ended = new AbortController();
  const signal = AbortSignal.any([
    limit,
    ended.signal,
    ...(config.signal === undefined ? [] : [config.signal]),
  ]);
  try {
    const response = await ask(address, previous, signal, fetchImpl, shown);
    return await pollOf(response, previous, config, shown);
  } catch (error) {
    if (error instanceof SalienceError) throw error;
    const why = limit.aborted ? 'there was no whole answer in time' : withoutSecrets(error);
    throw new SalienceError(
      'page.unreachable',
      `Expected an answer from ${shown}, but ${why}. It is asked again later.`,
      {
        kind: 'retryable',
      },
    );
  } finally {
    // Whatever was not read of a body is not wanted.
    ended.abort();
  }
}

async function pollOf(
  response: Response,
  previous: PageState,
  { maxBytes = maxBytesDefault, now = new Date() }: PageConfig,
  shown: string,
): Promise<PagePoll> {
  const { headers, status } = response;
  const retryAfterMs = readRetryAfter(headers.get('retry-after'), now);
  const { bytes, etag, hash, lastModified, value } = previous;
  const known = { bytes, etag, hash, lastModified, value };
  if (status === 304 || status >= 400)
    return { ...known, status, changed: false, failed: status !== 304, retryAfterMs };
  const body = await readBody(response, maxBytes, shown);
  return {
    ...body,
    etag: validator(headers.get('etag')),
    lastModified: validator(headers.get('last-modified')),
    status,
    changed: body.hash !== previous.hash,
    failed: false,
    retryAfterMs,
  };
}

/** The first answer that is no redirect. */
async function ask(
  { authorization, url }: PageAddress,
  previous: PageState,
  signal: AbortSignal,
  fetchImpl: typeof fetch,
  shown: string,
): Promise<Response> {
  const headers = {
    accept: '*/*',
    'user-agent': 'Salience',
    ...(authorization === null ? {} : { authorization }),
    ...(previous.hash !== null && previous.etag !== null ? { 'if-none-match': previous.etag } : {}),
    ...(previous.hash !== null && previous.lastModified !== null
      ? { 'if-modified-since': previous.lastModified }
      : {}),
  };
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetchImpl(at, { headers, redirect: 'manual', signal });
    const { status } = response;
    if (status < 300 || status >= 400 || status === 304) return response;
    await response.body?.cancel();
    const next = addressAfter(response.headers.get('location'), at);
    if (redirects === redirectsMax || next?.origin !== at.origin)
      throw new SalienceError(
        'page.redirected',
        `Expected content from ${shown}, or at most ${redirectsMax} redirects within its host and scheme, got a redirect${redirects === redirectsMax ? ' too many' : ` to ${next?.origin ?? 'nowhere'}`}. Declare the address that it leads to.`,
      );
    at = next;
  }
}

function validator(header: string | null): string | null {
  return header === null || header === '' || header.length > validatorCharsMax ? null : header;
}

/** Where a redirect leads; undefined: nowhere. Credentials in it are left out. */
function addressAfter(location: string | null, at: URL): URL | undefined {
  if (location === null || !URL.canParse(location, at.href)) return undefined;
  const next = new URL(location, at);
  next.username = '';
  next.password = '';
  return next;
}

/** What a failed request says; the reason is often in its cause. It may quote addresses. */
function withoutSecrets(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code } = cause as { readonly code?: unknown };
  return typeof code === 'string' ? code : messageOf(cause).replace(/\b[a-z]+:\/\/\S+/gi, 'an address');
}
