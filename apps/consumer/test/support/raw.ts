import { problemSchema } from '@salience/contracts';
import { Wire, type WireAnswer } from '@salience/testing';

/** A connection to a server of this test. */
export function wireTo(at: string, patienceMs?: number): Wire {
  const { hostname, port } = new URL(at);
  return new Wire({ host: hostname, port: Number(port) }, patienceMs);
}

/** A request as text; a body is sent as JSON. */
export function requestText(
  at: string,
  start: string,
  body?: unknown,
  headers: readonly string[] = [],
): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const framing =
    body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
  return `${[`${start} HTTP/1.1`, `Host: ${new URL(at).host}`, ...framing, ...headers].join('\r\n')}\r\n\r\n${text}`;
}

/** Status and problem code of an answer; what is no problem document has the code `none`. */
export function codeOf(outcome: WireAnswer | 'closed' | 'silent'): [status: number | string, code: string] {
  if (typeof outcome === 'string') return [outcome, 'none'];
  if (!outcome.headers['content-type']?.startsWith('application/problem+json'))
    return [outcome.status, 'none'];
  return [outcome.status, problemSchema.parse(JSON.parse(outcome.body)).code];
}
