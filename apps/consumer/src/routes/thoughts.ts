import {
  type DriftedDetail,
  driftedDetailSchema,
  driftedQuerySchema,
  type DriftedView,
  driftedViewSchema,
  idSchema,
  pageSchema,
  type TurnState,
} from '@salience/contracts';
import { type DriftedThought, findDrifted, listDrifted, turnsShown } from '@salience/database/drift';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { isoInstant } from '../turns/iso-instant.ts';

/** Turns that a thought lists as those whose prompt held it. */
const shownMax = 20;

/** GET /thoughts: what came to the agent while it was idle. Read-only: looking at a thought does not strengthen it. */
export const getDrifted = callerRoute({
  method: 'GET',
  path: '/thoughts',
  needs: 'machine',
  does: 'Thoughts that came while the agent was idle, the latest first: what each rests on, and where it was said',
  tag: 'Memory',
  query: driftedQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(driftedViewSchema) } },
  handle: async (context, { caller, query: { cursor, limit, type }, response }) => {
    const before = decodeCursor(cursor, timePlace);
    const rows = await listDrifted(context.db, caller.agent.id, { limit: limit + 1, type, before });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: isoInstant(last.createdAt), id: last.id });
    response.json({ items: items.map(driftedView), next });
  },
});

/** GET /thoughts/:thought. */
export const getDriftedThought = callerRoute({
  method: 'GET',
  path: '/thoughts/:thought',
  needs: 'machine',
  does: 'A thought, and the turns whose prompt held it',
  tag: 'Memory',
  more: 'Turns are found as long as what models were shown is kept, in the latest 2,000 prompts since the thought.',
  params: { thought: idSchema('thought') },
  answers: { 200: { is: 'The thought.', json: driftedDetailSchema } },
  problems: { 404: ['thought.unknown'], 429: ['reads.limit'] },
  handle: async (context, { caller, params: { thought }, response }) => {
    const agentId = caller.agent.id;
    const [row, shown] = await Promise.all([
      findDrifted(context.db, agentId, thought),
      context.longReads.run(caller, response, () => turnsShown(context.db, agentId, thought, shownMax)),
    ]);
    if (row === undefined) {
      const detail = 'This agent has no thought with this id. GET /thoughts lists them.';
      throw httpProblem(404, 'thought.unknown', detail);
    }
    const view: DriftedDetail = {
      ...driftedView(row),
      shown: shown.map(({ at, threadId, turnId }) => ({
        turn_id: turnId,
        thread_id: threadId,
        at: isoInstant(at),
      })),
    };
    response.json(view);
  },
});

function driftedView(row: DriftedThought): DriftedView {
  const { episode, said, used } = row;
  return {
    thought_id: row.id,
    type: row.type,
    text: row.content,
    trust: row.trust,
    strategy: row.strategy,
    energy: row.energy,
    model: row.model,
    tokens: row.tokens,
    concepts: row.concepts.map(({ energy, id, name, seed }) => ({ concept_id: id, name, energy, seed })),
    episode: episode && { episode_id: episode.id, gist: episode.gist, at: isoInstant(episode.at) },
    thread_id: row.threadId,
    created_at: isoInstant(row.createdAt),
    expires_at: isoInstant(row.expiresAt),
    said: said && {
      turn_id: said.turnId,
      thread_id: said.threadId,
      at: isoInstant(said.at),
      state: said.state as TurnState,
      outcome: said.outcome,
    },
    used: used && { count: used.count, last_at: isoInstant(used.lastAt) },
    judged: row.judged,
  };
}
