import {
  feedbackQuerySchema,
  type FeedbackRequest,
  feedbackRequestSchema,
  feedbackViewSchema,
  type Id,
  pageSchema,
} from '@salience/contracts';
import { giveFeedback, listFeedback } from '@salience/database/feedback';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { labelWake } from '../pulse/label-wake.ts';
import { feedbackView } from '../turns/judged-turn.ts';

/** POST /feedback: what somebody thinks of a turn, a thought or an activation. */
export const postFeedback = callerRoute({
  method: 'POST',
  path: '/feedback',
  scope: 'talk',
  needs: 'person',
  does: 'Judge a turn, a thought or an activation, from −1 (bad) to 1 (good)',
  tag: 'Memory',
  more: 'One judgement per target and giver: a later one replaces it. A thought that was judged bad is neither said nor surfaced any more. From an activation its module learns; "choice" names the module that was meant, of one that asked about several. "wanted" names the mode that a turn should have taken: the router learns from it.',
  body: feedbackRequestSchema,
  answers: { 200: { is: 'The judgement.', json: feedbackViewSchema } },
  problems: {
    404: ['feedback.unknown-target', 'activation.unknown'],
    409: ['activation.open'],
    422: ['feedback.choice', 'feedback.wanted'],
  },
  handle: async (context, { body, caller, response }) => {
    const { choice, target, ...said } = body;
    const given = { ...said, givenBy: giverOf(caller) };
    if (said.wanted !== undefined && !isTurn(target))
      throw httpProblem(422, 'feedback.wanted', 'Expected "wanted" with the id of a turn only.');
    if (isActivation(target)) {
      response.json(await labelWake(context, caller, target, { ...given, choice }));
      return;
    }
    if (choice !== undefined)
      throw httpProblem(422, 'feedback.choice', 'Expected "choice" with the id of an activation only.');
    const now = await context.clock.now();
    const row = await giveFeedback(context.db, caller.agent.id, { ...given, target, now });
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
  does: 'Judgements of turns, thoughts and activations, latest first',
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

function isTurn(target: FeedbackRequest['target']): boolean {
  return target.startsWith('turn_');
}

function isActivation(target: FeedbackRequest['target']): target is Id<'activation'> {
  return target.startsWith('act_');
}

/** As the audit log names them. */
function giverOf({ name, voice }: Caller): string {
  return voice === 'key' ? `agent-key:${name}` : 'person';
}
