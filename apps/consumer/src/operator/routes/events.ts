import { fleetEventSchema, type FleetEventView } from '@salience/contracts';
import type { Request, Response } from 'express';
import { operatorRoute } from '../../http/route.ts';
import { httpProblem } from '../../http/problems.ts';
import { sseHeaders } from '../../streams/sse.ts';
import { readerLeft } from '../../turns/stream-turn.ts';

const readersMax = 200;
const backlogBytesMax = 1_048_576;
const keepAliveMs = 15_000;
/** How often the key of an open stream is checked again. */
const admitMs = 5_000;

/**
 * GET /operator/events: the fleet's events as a stream of ids and numbers. Resumes by Last-Event-ID from any replica; events shortly
 * before that position may be repeated.
 */
export const getFleetEvents = operatorRoute({
  method: 'GET',
  path: '/operator/events',
  does: 'Stream the events of the fleet',
  more: 'Ids and numbers only. After a resume the events of the last half minute may be repeated; compare their `key`.',
  headers: { 'Last-Event-ID': 'The id of the last event received.' },
  answers: { 200: { is: 'An event stream without end.', events: fleetEventSchema } },
  problems: { 400: ['stream.position'], 503: ['events.full'] },
  handle: async (context, { request, response }) => {
    const after = placeOf(request);
    if (context.fleetEvents.size >= readersMax) {
      const detail = `This server has reached its limit of ${readersMax} fleet event streams. Use another replica.`;
      throw httpProblem(503, 'events.full', detail, { headers: { 'Retry-After': '5' } });
    }
    const reader = new Reader(response);
    const leave = await context.fleetEvents.listen(reader);
    try {
      const missed = after === undefined ? [] : await context.fleetEvents.since(after);
      response.status(200).set(sseHeaders);
      if (request.method === 'HEAD') return void response.end();
      reader.open(missed);
      const recheck = setInterval(() => {
        // A revoked key ends the stream; the next attempt gets the reason.
        context.operatorDoor.admit(request).catch(() => reader.closed());
      }, admitMs);
      await reader.ended;
      clearInterval(recheck);
    } finally {
      leave();
    }
    response.end();
  },
});

/** One client: buffers events while it catches up, then writes. */
class Reader {
  readonly ended: Promise<void>;
  readonly #response: Response;
  readonly #end: () => void;
  readonly #known = new Set<string>();
  #held: FleetEventView[] | undefined = [];
  #wroteAt = performance.now();

  constructor(response: Response) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response = response;
    this.ended = promise;
    this.#end = resolve;
    const left = readerLeft(response);
    if (left.aborted) resolve();
    left.addEventListener('abort', () => resolve(), { once: true });
  }

  /** Sends missed events, then those that arrived meanwhile. */
  open(missed: readonly FleetEventView[]): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const view of missed) this.#known.add(view.key);
    this.#write(`retry: 3000\n: live\n\n${missed.map(format).join('')}`);
    this.events(held.filter((view) => !this.#known.has(view.key)));
  }

  events(views: readonly FleetEventView[]): void {
    if (this.#held !== undefined) {
      this.#held.push(...views);
      return;
    }
    const fresh = views.filter((view) => !this.#known.delete(view.key));
    if (fresh.length > 0) this.#write(fresh.map(format).join(''));
    // A client that does not read may reconnect and resume.
    if (this.#response.writableLength > backlogBytesMax) this.#end();
  }

  quiet(): void {
    if (this.#held === undefined && performance.now() - this.#wroteAt >= keepAliveMs)
      this.#write(': keep-alive\n\n');
  }

  closed(): void {
    this.#end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#wroteAt = performance.now();
    this.#response.write(text);
  }
}

function format(view: FleetEventView): string {
  return `id: ${Date.parse(view.at)}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
}

/** The moment to resume from; undefined for a new client. Throws 400 for text that we never sent. */
function placeOf(request: Request): number | undefined {
  const text = request.headers['last-event-id'];
  if (text === undefined || text === '') return undefined;
  if (typeof text === 'string' && /^\d{1,14}$/.test(text)) return Number(text);
  const detail = 'Expected the id of an event of this stream in Last-Event-ID. Omit it to start now.';
  throw httpProblem(400, 'stream.position', detail);
}
