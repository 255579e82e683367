import { type MessageRequest, messageRequestSchema } from '@salience/contracts';
import type { Request } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import { type Handler, withBody } from '../http/route-table.ts';
import { acceptMessage, type IncomingMessage } from '../turns/accept-message.ts';
import { findTurn } from '../turns/find-turn.ts';
import { idempotencyKeyOf } from '../turns/idempotency-key.ts';
import { timeZoneOf } from '../turns/time-zone.ts';
import { resumeTurn, setTurnHeaders, streamNewTurn } from '../turns/stream-turn.ts';
import { acceptedView } from '../turns/turn-view.ts';

/** POST /chat: accepts a message and streams its turn; the stream opens after the commit. */
export function chat(context: ConsumerContext): Handler {
  return withBody(messageRequestSchema, async (body, request, response, caller) => {
    // Refused before the message is taken, or it would be answered to nobody.
    context.streamLimit.take(caller, response);
    const accepted = await acceptMessage(context, caller, {
      ...incoming(body, request),
      zone: timeZoneOf(context, caller, request),
    });
    setTurnHeaders(response, accepted);
    if (!accepted.replayed) return streamNewTurn(context, caller, accepted.turnId, response);
    response.set('Idempotent-Replayed', 'true');
    return resumeTurn(context, caller, await findTurn(context, caller, accepted.turnId), {
      request,
      response,
    });
  });
}

/** POST /messages: accepts a message and says where its turn is found. */
export function postMessage(context: ConsumerContext): Handler {
  return withBody(messageRequestSchema, async (body, request, response, caller) => {
    const accepted = await acceptMessage(context, caller, {
      ...incoming(body, request),
      zone: timeZoneOf(context, caller, request),
    });
    setTurnHeaders(response, accepted);
    if (accepted.replayed) response.set('Idempotent-Replayed', 'true');
    const view = acceptedView(accepted);
    response.status(202).location(view.links.self).json(view);
  });
}

function incoming(body: MessageRequest, request: Request): Omit<IncomingMessage, 'zone'> {
  return {
    text: body.text,
    source: body.source,
    thread: body.thread_id === undefined ? undefined : { ref: body.thread_id },
    speaker: body.speaker,
    channel: body.channel,
    trust: body.trust,
    saidAt: body.at,
    idempotencyKey: idempotencyKeyOf(request),
  };
}
