import { lanesQuerySchema, type LaneView, laneViewSchema, pageSchema } from '@salience/contracts';
import { listLanes, type OpenLane } from '@salience/database/operators';
import { decodeCursor, encodeCursor, timePlace } from '../../http/cursor.ts';
import { operatorRoute } from '../../http/route.ts';
import { isoInstant } from '../../turns/iso-instant.ts';

/** GET /operator/lanes: lanes of every agent with turns that have not ended. */
export const getLanes = operatorRoute({
  method: 'GET',
  path: '/operator/lanes',
  does: 'Lanes with turns that have not ended, the one that has waited longest first',
  query: lanesQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(laneViewSchema) } },
  handle: async (context, { query, response }) => {
    const { agent_id: agentId, cursor, limit, state } = query;
    const after = decodeCursor(cursor, timePlace);
    const now = await context.clock.now();
    const rows = await listLanes(context.db, { now, limit: limit + 1, state, agentId, after });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next =
      last === undefined ? null : encodeCursor({ at: isoInstant(last.acceptedAt), id: last.threadId });
    response.json({ items: items.map(laneView), next });
  },
});

/** Two clocks may differ by a little; nothing is younger than now. */
function laneView(row: OpenLane): LaneView {
  return {
    thread_id: row.threadId,
    agent_id: row.agentId,
    agent: row.agentName,
    state: row.state,
    turns: row.turns,
    fence: row.fence,
    turn_id: row.turnId,
    attempts: row.attempts,
    source: row.source,
    accepted_at: isoInstant(row.acceptedAt),
    age_ms: Math.max(0, row.ageMs),
    worker_id: row.owner,
    lease_until: row.leaseUntil === null ? null : isoInstant(row.leaseUntil),
    wake_at: row.wakeAt === null ? null : isoInstant(row.wakeAt),
  };
}
