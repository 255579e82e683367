import { type EventPosition, isTerminal, parseEventId } from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import type { Request, Response } from 'express';
import { annotateSpan, attributeKeys } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import type { StreamEnd } from '../streams/follower.ts';
import { SseSink, sseHeaders } from '../streams/sse.ts';
import { endOfRow } from '../streams/terminal-events.ts';
import { type PlacedEvent, TurnProgress } from '../streams/turn-progress.ts';
import type { AcceptedTurn } from './accept-message.ts';

const opening: readonly PlacedEvent[] = [{ event: { type: 'status', status: 'processing' } }];

/** The client's position; undefined for a new one. Throws 400 for a Last-Event-ID that we never sent. */
function lastEventIdOf(request: Request): EventPosition | undefined {
  const text = request.headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  const position = typeof text === 'string' ? parseEventId(text) : undefined;
  if (position !== undefined) return position;
  throw httpProblem(
    400,
    'stream.position',
    'Expected the id of an event of this stream in Last-Event-ID, such as 7-3. Omit it to start over.',
  );
}

/** The headers of a response about one turn, for the OpenAPI document. */
export const turnHeaders = { 'X-Turn-Id': 'The turn.', 'X-Thread-Id': 'Its thread.' };

/** Sets the headers that name a turn, and names it on the span of the request. */
export function setTurnHeaders(response: Response, turn: { turnId: string; threadId: string }): void {
  annotateSpan({ [attributeKeys.turnId]: turn.turnId });
  response.set({ 'X-Request-ID': turn.turnId, 'X-Turn-Id': turn.turnId, 'X-Thread-Id': turn.threadId });
}

/** Records the end of the turn on the span of the request that streamed it, unless the client left earlier. */
export function markEnd(end: StreamEnd): void {
  if (end !== 'left' && end !== 'detached') annotateSpan({ [attributeKeys.turnState]: end });
}

/** A signal that aborts when the client of a response disconnects. */
export function readerLeft(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  // While an unread body waits, Node does not see the end of the connection.
  response.req.resume();
  if (response.destroyed) left.abort();
  return left.signal;
}

/** Streams a turn that was just accepted: it has no events yet. */
export async function streamNewTurn(
  context: ConsumerContext,
  caller: Caller,
  { turnId, fence }: AcceptedTurn,
  response: Response,
): Promise<void> {
  response.status(200).set(sseHeaders);
  const sink = new SseSink(response, opening);
  const end = await context.streams.follow({
    agentId: caller.agent.id,
    turnId,
    fence,
    after: undefined,
    sink,
    left: readerLeft(response),
  });
  markEnd(end);
  response.end();
}

/**
 * Streams a turn of any age from the client's position. An ended one is answered from its row alone; if the client has everything the
 * answer is 204, which tells a browser not to reconnect.
 */
export async function resumeTurn(
  context: ConsumerContext,
  caller: Caller,
  turn: TurnRow,
  io: { readonly request: Request; readonly response: Response },
): Promise<void> {
  const { response } = io;
  const after = notAhead(lastEventIdOf(io.request), turn);
  const seen = () => context.seen.note(caller, [turn]);
  if (isTerminal(turn.state)) {
    const left = new TurnProgress(turn.id, after).ended(endOfRow(turn), turn.fence);
    if (left.length === 0) {
      response.status(204).end();
      return;
    }
    markEnd(turn.state);
    response.status(200).set(sseHeaders);
    if (io.request.method !== 'HEAD') new SseSink(response, [], seen).send(left);
    response.end();
    return;
  }
  response.status(200).set(sseHeaders);
  if (io.request.method === 'HEAD') {
    response.end();
    return;
  }
  const sink = new SseSink(response, after === undefined ? opening : [], seen);
  const end = await context.streams.follow({
    agentId: caller.agent.id,
    turnId: turn.id,
    fence: turn.fence,
    after,
    sink,
    left: readerLeft(response),
  });
  markEnd(end);
  response.end();
}

/** A position of a fence that the turn never had is invalid; such a client starts over. */
function notAhead(after: EventPosition | undefined, turn: TurnRow): EventPosition | undefined {
  return after !== undefined && after.fence > turn.fence ? undefined : after;
}
