import {
  emptyBodySchema,
  pageSchema,
  type QuarantineDetail,
  quarantineDetailSchema,
  quarantinedTurnSchema,
  type QuarantinedTurnView,
  quarantineQuerySchema,
  settledQuarantineSchema,
  type SettledQuarantineView,
  turnIdSchema,
} from '@salience/contracts';
import { settleQuarantinedAs } from '@salience/database/operators';
import { findQuarantined, listQuarantined, type QuarantinedTurn } from '@salience/database/turns';
import { wake } from '@salience/runtime';
import { z } from 'zod';
import { operatorRoute, type Route } from '../../http/route.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { httpProblem } from '../../http/problems.ts';
import { isoInstant } from '../../turns/iso-instant.ts';

const place = z.object({ endedAt: z.string().max(40), id: turnIdSchema });

/** GET /operator/quarantine: turns that failed or killed their worker three times, of every agent, latest first. */
export const getQuarantine = operatorRoute({
  method: 'GET',
  path: '/operator/quarantine',
  does: 'Turns that failed or killed their worker three times, latest first',
  query: quarantineQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(quarantinedTurnSchema) } },
  handle: async (context, { query, response }) => {
    const { limit, cursor, settled, agent_id: agentId } = query;
    const before = decodeCursor(cursor, place);
    const page = { limit: limit + 1, settled: settled === 'true', ...defined({ agentId, before }) };
    const rows = await listQuarantined(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ endedAt: last.endedAt, id: last.id });
    response.json({ items: items.map(quarantineView), next });
  },
});

/** GET /operator/quarantine/:turn: one of them, settled or not. */
export const getQuarantinedTurn = operatorRoute({
  method: 'GET',
  path: '/operator/quarantine/:turn',
  does: 'A quarantined turn with its whole message, and the workers that were lost on it',
  params: { turn: turnIdSchema },
  answers: { 200: { is: 'The turn.', json: quarantineDetailSchema } },
  problems: { 404: ['turn.unknown'] },
  handle: async (context, { params, response }) => {
    const row = await findQuarantined(context.db, params.turn);
    if (row === undefined) throw unknownTurn();
    const takeovers = row.takeovers.map(({ fence, lostOwner, newOwner, takenAt }) => ({
      fence,
      lost_owner: lostOwner,
      new_owner: newOwner,
      taken_at: isoInstant(takenAt),
    }));
    const view: QuarantineDetail = { ...quarantineView(row), takeovers };
    response.json(view);
  },
});

function unknownTurn() {
  const detail = 'There is no quarantined turn with this id. GET /operator/quarantine lists them.';
  return httpProblem(404, 'turn.unknown', detail);
}

/** POST /operator/quarantine/:turn/retry: a retry is a new turn of the same thread. */
export const postRetryTurn = settling('retry', 'Retry a quarantined turn as a new turn of its thread');
/** POST /operator/quarantine/:turn/drop. */
export const postDropTurn = settling('drop', 'Drop a quarantined turn');

/** Retries or drops a turn, once. */
function settling(outcome: 'drop' | 'retry', does: string): Route {
  return operatorRoute({
    method: 'POST',
    path: `/operator/quarantine/:turn/${outcome}`,
    does,
    params: { turn: turnIdSchema },
    body: emptyBodySchema,
    bodyOptional: true,
    answers: { 200: { is: 'The outcome, with its audit row.', json: settledQuarantineSchema } },
    problems: { 404: ['turn.unknown'], 409: ['quarantine.settled'] },
    handle: async (context, { operator, params, response }) => {
      const turnId = params.turn;
      const now = await context.clock.now();
      const result = await settleQuarantinedAs(context.db, { turnId, outcome, now }, operator.actor);
      if (result.status === 'unknown') throw unknownTurn();
      if (result.status === 'settled_before') {
        const extra = result.childTurnId === null ? {} : { turnId: result.childTurnId };
        throw httpProblem(409, 'quarantine.settled', `This turn was already ${result.outcome}.`, extra);
      }
      const { agentId, threadId, fence, heldBy } = result;
      if (typeof fence === 'number')
        context.background.keep(wake(context, { agentId, threadId, fence, heldBy }));
      const view: SettledQuarantineView = {
        turn_id: result.turnId,
        outcome: result.outcome,
        child_turn_id: result.childTurnId,
        state: result.childTurnId === null ? 'quarantined' : 'pending',
      };
      response.json(view);
    },
  });
}

function quarantineView(row: QuarantinedTurn): QuarantinedTurnView {
  return {
    turn_id: row.id,
    agent_id: row.agentId,
    agent: row.agentName,
    thread_id: row.threadId,
    seq: row.seq,
    text: row.text,
    speaker: row.speaker,
    source: row.source,
    attempts: row.attempts,
    accepted_at: isoInstant(row.acceptedAt),
    ended_at: isoInstant(row.endedAt),
    traceparent: row.traceparent,
    error: row.error,
    settled_as: row.settledAs,
    settled_at: row.settledAt === null ? null : isoInstant(row.settledAt),
    child_turn_id: row.childTurnId,
  };
}
