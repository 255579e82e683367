import type { Cancelled } from '@salience/contracts';
import { cancelTurn } from '@salience/database';
import { SalienceError } from '@salience/errors';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Handler } from '../http/route-table.ts';
import { findTurn, turnIdOf, unknownTurn } from '../turns/find-turn.ts';
import { signalCancel } from '../turns/signal-cancel.ts';
import { resumeTurn, setTurnHeaders } from '../turns/stream-turn.ts';
import { turnView } from '../turns/turn-view.ts';

/** GET /turns/:turn. */
export function getTurn(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    response.json(turnView(await findTurn(context, caller, turnIdOf(request))));
  };
}

/** GET /turns/:turn/events: the turn's stream, from Last-Event-ID on. */
export function getTurnEvents(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const turn = await findTurn(context, caller, turnIdOf(request));
    context.streamLimit.take(caller, response);
    setTurnHeaders(response, { turnId: turn.id, threadId: turn.threadId });
    await resumeTurn(context, caller, turn, { request, response });
  };
}

/** POST /turns/:turn/cancel: a waiting turn ends at once (200), a running one is asked to stop (202). */
export function postCancel(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const turnId = turnIdOf(request);
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
  };
}
