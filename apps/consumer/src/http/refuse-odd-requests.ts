import type { NextFunction, Request, Response } from 'express';
import { headersMax } from './http-limits.ts';
import { httpProblem } from './problems.ts';
import { bodyBytesMax, tooLarge } from './read-input.ts';

/**
 * Refuses requests that the parser lets through but that two servers in a row could read differently: without a Host,
 * with two, with more headers or a larger body than anybody needs.
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
  // On every route, also where no body is read: it is refused before it has come.
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge();
  // Nothing here speaks another protocol. Node's parser no longer reports errors after such a request.
  if (request.headers.upgrade !== undefined) response.set('Connection', 'close');
  // Express would answer 304 to "*"; nothing here has a tag that a client could hold.
  delete request.headers['if-none-match'];
  next();
}
