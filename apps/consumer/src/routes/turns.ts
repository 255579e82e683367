import {
  type Cancelled,
  cancelledSchema,
  streamEventSchema,
  turnIdSchema,
  turnViewSchema,
} from '@salience/contracts';
import { cancelTurn } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';
import { callerRoute } from '../http/route.ts';
import { findReadableTurn, unknownTurn } from '../turns/find-turn.ts';
import { signalCancel } from '../turns/signal-cancel.ts';
import { resumeTurn, setTurnHeaders, turnHeaders } from '../turns/stream-turn.ts';
import { judgedTurn } from '../turns/judged-turn.ts';

const turn = { turn: turnIdSchema };
/** Who talks reads what came of it; whose turns these are is checked for each. */
const readOrTalk = ['read', 'talk'] as const;

/** GET /turns/:turn. */
export const getTurn = callerRoute({
  method: 'GET',
  path: '/turns/:turn',
  scope: readOrTalk,
  needs: 'machine',
  does: 'A turn',
  tag: 'Turns',
  params: turn,
  answers: { 200: { is: 'The turn with its reply, if it has one.', json: turnViewSchema } },
  problems: { 404: ['turn.unknown'] },
  handle: async (context, { caller, params, response }) => {
    response.json(await judgedTurn(context, caller, await findReadableTurn(context, caller, params.turn)));
  },
});

/** GET /turns/:turn/events: the turn's stream, from Last-Event-ID on. */
export const getTurnEvents = callerRoute({
  method: 'GET',
  path: '/turns/:turn/events',
  scope: readOrTalk,
  needs: 'machine',
  does: 'The event stream of a turn',
  tag: 'Turns',
  params: turn,
  headers: { 'Last-Event-ID': 'The id of the last event received; the stream continues after it.' },
  answers: {
    200: { is: 'The turn as an event stream.', events: streamEventSchema, headers: turnHeaders },
    204: { is: 'The client has every event.' },
  },
  problems: { 400: ['stream.position'], 404: ['turn.unknown'], 429: ['streams.limit'] },
  handle: async (context, { caller, params, request, response }) => {
    const found = await findReadableTurn(context, caller, params.turn);
    context.streamLimit.take(caller, response);
    setTurnHeaders(response, { turnId: found.id, threadId: found.threadId });
    await resumeTurn(context, caller, found, { request, response });
  },
});

/** POST /turns/:turn/cancel: a waiting turn ends at once (200), a running one is asked to stop (202). */
export const postCancel = callerRoute({
  method: 'POST',
  path: '/turns/:turn/cancel',
  scope: 'talk',
  needs: 'machine',
  does: 'Cancel a turn',
  tag: 'Turns',
  params: turn,
  answers: {
    200: { is: 'The turn was cancelled, or had already ended.', json: cancelledSchema },
    202: { is: 'The turn runs and was asked to stop.', json: cancelledSchema },
  },
  problems: { 404: ['turn.unknown'] },
  handle: async (context, { caller, params, response }) => {
    const turnId = params.turn;
    const now = await context.clock.now();
    const { status, state } = await cancelTurn(context.db, caller.agent.id, turnId, now);
    if (status === 'no_turn') throw unknownTurn();
    if (state === undefined) {
      throw new SalienceError('bug.cancel-state', `Expected a state with status ${status}.`, { kind: 'bug' });
    }
    if (status === 'requested') signalCancel(context, turnId);
    if (status === 'cancelled') context.metrics.turnsEnded.inc({ agent: caller.agent.id, state });
    context.streams.check(caller.agent.id, turnId);
    const view: Cancelled = { turn_id: turnId, status, state };
    response.status(status === 'requested' ? 202 : 200).json(view);
  },
});
