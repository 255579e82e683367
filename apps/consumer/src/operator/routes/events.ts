import { fleetEventSchema, type FleetEventView } from '@salience/contracts';
import { operatorRoute } from '../../http/route.ts';
import { httpProblem } from '../../http/problems.ts';
import { EventReader } from '../../streams/event-reader.ts';
import { lastMomentOf } from '../../streams/last-moment.ts';
import { sseHeaders } from '../../streams/sse.ts';
import { readerLeft } from '../../turns/stream-turn.ts';

const readersMax = 200;
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
    const after = lastMomentOf(request);
    if (context.fleetEvents.size >= readersMax) {
      const detail = `This server has reached its limit of ${readersMax} fleet event streams. Use another replica.`;
      throw httpProblem(503, 'events.full', detail, { headers: { 'Retry-After': '5' } });
    }
    const reader = new EventReader<FleetEventView>(response, readerLeft(response));
    const leave = await context.fleetEvents.listen(reader);
    try {
      const missed = after === undefined ? [] : await context.fleetEvents.since(after, reader);
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
