import {
  emptyBodySchema,
  type QuarantinedTurnView,
  quarantineQuerySchema,
  type SettledQuarantineView,
  type TurnId,
  turnIdSchema,
} from '@salience/contracts';
import { listQuarantined, type QuarantinedTurn, settleQuarantinedAs } from '@salience/database';
import { wakeLane } from '@salience/queues';
import { z } from 'zod';
import type { ConsumerContext } from '../../consumer-context.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { httpProblem } from '../../http/problems.ts';
import { readBody, readParam, readQuery } from '../../http/read-input.ts';
import type { OperatorHandler } from '../../http/route-table.ts';
import { isoInstant } from '../../turns/iso-instant.ts';

const place = z.object({ endedAt: z.string().max(40), id: turnIdSchema });

/** GET /operator/quarantine: turns that killed their worker three times, of every agent, latest first. */
export function getQuarantine(context: ConsumerContext): OperatorHandler {
  return async (request, response) => {
    const { limit, cursor, settled, agent_id: agentId } = readQuery(request, quarantineQuerySchema);
    const before = decodeCursor(cursor, place);
    const page = { limit: limit + 1, settled: settled === 'true', ...defined({ agentId, before }) };
    const rows = await listQuarantined(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ endedAt: last.endedAt, id: last.id });
    response.json({ items: items.map(quarantineView), next });
  };
}

/** POST /operator/quarantine/:turn/retry and /drop: settles one, once; a retry is a new turn of the same thread. */
export function settleTurn(context: ConsumerContext, outcome: 'retry' | 'drop'): OperatorHandler {
  return async (request, response, operator) => {
    await readBody(request, response, emptyBodySchema.optional());
    const turnId: TurnId = readParam(request, 'turn', turnIdSchema);
    const now = await context.clock.now();
    const result = await settleQuarantinedAs(context.db, { turnId, outcome, now }, operator.actor);
    if (result.status === 'unknown') {
      const detail = 'There is no quarantined turn with this id. GET /operator/quarantine lists them.';
      throw httpProblem(404, 'turn.unknown', detail);
    }
    if (result.status === 'settled_before') {
      const extra = result.childTurnId === null ? {} : { turnId: result.childTurnId };
      throw httpProblem(409, 'quarantine.settled', `This turn was ${result.outcome} before.`, extra);
    }
    const { agentId, threadId, fence } = result;
    if (typeof fence === 'number') {
      context.background.run(
        () => wakeLane(context.queues, { agentId, threadId, fence }),
        'lane not woken; the sweeper will',
        { threadId },
      );
    }
    const view: SettledQuarantineView = {
      turn_id: result.turnId,
      outcome: result.outcome,
      child_turn_id: result.childTurnId,
      state: result.childTurnId === null ? 'quarantined' : 'pending',
    };
    response.json(view);
  };
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
