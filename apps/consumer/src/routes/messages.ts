import {
  acceptedSchema,
  type MessageRequest,
  messageRequestSchema,
  streamEventSchema,
} from '@salience/contracts';
import type { Request } from 'express';
import { callerRoute } from '../http/route.ts';
import { acceptingProblems, acceptMessage, type IncomingMessage } from '../turns/accept-message.ts';
import { findTurn } from '../turns/find-turn.ts';
import { idempotencyHeader, idempotencyKeyOf } from '../turns/idempotency-key.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';
import { resumeTurn, setTurnHeaders, streamNewTurn, turnHeaders } from '../turns/stream-turn.ts';
import { acceptedView } from '../turns/turn-view.ts';

/** POST /chat: accepts a message and streams its turn; the stream opens after the commit. */
export const postChat = callerRoute({
  method: 'POST',
  path: '/chat',
  scope: 'talk',
  needs: 'machine',
  does: 'Send a message and stream its turn',
  tag: 'Turns',
  more: 'The stream opens after the message is committed. Closing it cancels nothing; resume with GET /turns/:turn/events.',
  headers: { ...idempotencyHeader, ...zoneHeader },
  body: messageRequestSchema,
  answers: {
    200: { is: 'The turn as an event stream.', events: streamEventSchema, headers: turnHeaders },
    204: { is: 'A repeated message whose turn ended, and Last-Event-ID is its last event.' },
  },
  problems: acceptingProblems,
  handle: async (context, { body, caller, request, response }) => {
    // Refused before the message is accepted, or its answer would have no reader.
    context.streamLimit.take(caller, response);
    const accepted = await acceptMessage(context, caller, {
      ...incoming(body, request),
      zone: await timeZoneOf(context, caller, request, { zone: body.time_zone, speaker: body.speaker }),
    });
    setTurnHeaders(response, accepted);
    if (!accepted.replayed) return streamNewTurn(context, caller, accepted, response);
    response.set('Idempotent-Replayed', 'true');
    return resumeTurn(context, caller, await findTurn(context, caller, accepted.turnId), {
      request,
      response,
    });
  },
});

/** POST /messages: accepts a message and returns where to find its turn. */
export const postMessage = callerRoute({
  method: 'POST',
  path: '/messages',
  scope: 'talk',
  needs: 'machine',
  does: 'Send a message without waiting',
  tag: 'Turns',
  headers: { ...idempotencyHeader, ...zoneHeader },
  body: messageRequestSchema,
  answers: { 202: { is: 'The turn is committed and will run.', json: acceptedSchema, headers: turnHeaders } },
  problems: acceptingProblems,
  handle: async (context, { body, caller, request, response }) => {
    const accepted = await acceptMessage(context, caller, {
      ...incoming(body, request),
      zone: await timeZoneOf(context, caller, request, { zone: body.time_zone, speaker: body.speaker }),
    });
    setTurnHeaders(response, accepted);
    if (accepted.replayed) response.set('Idempotent-Replayed', 'true');
    const view = acceptedView(accepted);
    response.status(202).location(view.links.self).json(view);
  },
});

function incoming(body: MessageRequest, request: Request): Omit<IncomingMessage, 'zone'> {
  return {
    text: body.text,
    source: body.source,
    thread: body.thread_id === undefined ? undefined : { ref: body.thread_id },
    speaker: body.speaker,
    channel: body.channel,
    trust: body.trust,
    saidAt: body.at,
    midRun: body.mid_run,
    idempotencyKey: idempotencyKeyOf(request),
  };
}
