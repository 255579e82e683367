import type { NextFunction, Request, Response } from 'express';
import { headersMax } from './http-limits.ts';
import { httpProblem } from './problems.ts';
import { bodyBytesMax, tooLarge } from './read-input.ts';

/**
 * Refuses requests that the parser accepts but that two servers in a row could read differently: without a Host, with two, or with
 * too many headers or too large a body.
 */
export function refuseOddRequests(request: Request, response: Response, next: NextFunction): void {
  const { rawHeaders } = request;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1;
  if (rawHeaders.length > headersMax * 2) {
    throw httpProblem(431, 'headers.too-large', `Expected at most ${headersMax} headers. Send fewer.`);
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw httpProblem(400, 'request.host', `Expected one Host header, got ${hosts}.`);
  }
  // On every route, even if no body is read: the body is refused before it arrives.
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge();
  // No other protocol is supported. Node's parser reports no errors after such a request.
  if (request.headers.upgrade !== undefined) response.set('Connection', 'close');
  // Express would answer 304 to "*"; no route here has an ETag.
  delete request.headers['if-none-match'];
  next();
}
