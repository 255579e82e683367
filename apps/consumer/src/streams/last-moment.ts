import type { Request } from 'express';
import { httpProblem } from '../http/problems.ts';

/** The moment to resume from; undefined for a new client. Throws 400 for text that we never sent. */
export function lastMomentOf(request: Request): number | undefined {
  const text = request.headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,14}$/.test(text)) return Number(text);
  const detail = 'Expected the id of an event of this stream in Last-Event-ID. Omit it to start now.';
  throw httpProblem(400, 'stream.position', detail);
}
