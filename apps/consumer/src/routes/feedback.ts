import {
  feedbackQuerySchema,
  feedbackRequestSchema,
  feedbackViewSchema,
  pageSchema,
} from '@salience/contracts';
import { giveFeedback, listFeedback } from '@salience/database/feedback';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { feedbackView } from '../turns/judged-turn.ts';

/** POST /feedback: what somebody thinks of a turn or a thought. */
export const postFeedback = callerRoute({
  method: 'POST',
  path: '/feedback',
  needs: 'person',
  does: 'Judge a turn or a thought, from −1 (bad) to 1 (good)',
  tag: 'Memory',
  more: 'One judgement per target and giver: a later one replaces it. A thought that was judged bad is neither said nor surfaced any more.',
  body: feedbackRequestSchema,
  answers: { 200: { is: 'The judgement.', json: feedbackViewSchema } },
  problems: { 404: ['feedback.unknown-target'] },
  handle: async (context, { body, caller, response }) => {
    const now = await context.clock.now();
    const row = await giveFeedback(context.db, caller.agent.id, { ...body, givenBy: giverOf(caller), now });
    if (row === undefined)
      throw httpProblem(
        404,
        'feedback.unknown-target',
        `This agent has no turn or thought ${body.target}. "salience why" and "salience memory thoughts" show their ids.`,
      );
    response.json(feedbackView(row));
  },
});

/** GET /feedback: what was judged, latest first. */
export const getFeedback = callerRoute({
  method: 'GET',
  path: '/feedback',
  needs: 'machine',
  does: 'Judgements of turns and thoughts, latest first',
  tag: 'Memory',
  query: feedbackQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(feedbackViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit, target } = query;
    const after = decodeCursor(cursor, timePlace);
    const rows = await listFeedback(context.db, caller.agent.id, { limit: limit + 1, target, after });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id });
    response.json({ items: items.map(feedbackView), next });
  },
});

/** As the audit log names them. */
function giverOf({ name, voice }: Caller): string {
  return voice === 'key' ? `agent-key:${name}` : 'person';
}
