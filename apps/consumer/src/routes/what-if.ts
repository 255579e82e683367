import { whatIfQuerySchema, type WhatIfView, whatIfViewSchema } from '@salience/contracts';
import { listDecided } from '@salience/database/learning';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { callerRoute } from '../http/route.ts';
import { viewOf } from '../policies/find-policy.ts';
import { policyAt } from '../policies/other-policy.ts';
import { whatIf } from '../turns/what-if.ts';

const dayMs = 86_400_000;

/** GET /routing/what-if: what a policy would have decided of the agent's stored turns. */
export const getRoutingWhatIf = callerRoute({
  method: 'GET',
  path: '/routing/what-if',
  needs: 'machine',
  does: 'What a policy would have decided of stored turns, page by page',
  more: 'Decides again from the signals that are stored, at most a page of decisions a request. Calls no model and writes nothing; a tie-breaker that was asked counts with its stored answer.',
  tag: 'Operation',
  query: whatIfQuerySchema,
  answers: { 200: { is: 'A page, the oldest turns first.', json: whatIfViewSchema } },
  problems: { 404: ['policy.unknown', 'version.unknown'], 429: ['reads.limit'] },
  handle: async (context, { caller, query, response }) => {
    const { cursor, from, limit, policy: name, to, version } = query;
    const policy = await policyAt(context, viewOf(caller), name, version);
    const until = to === undefined ? await context.clock.now() : new Date(to);
    const page = {
      from: from === undefined ? new Date(until.getTime() - dayMs) : new Date(from),
      to: until,
      after: decodeCursor(cursor, timePlace),
      limit: limit + 1,
    };
    const { id } = caller.agent;
    const rows = await context.longReads.run(caller, response, () => listDecided(context.db, id, page));
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const view: WhatIfView = {
      policy: policy.name,
      version: policy.version,
      ...whatIf(shown, policy),
      next: last === undefined ? null : encodeCursor({ at: last.endedAt.toISOString(), id: last.turnId }),
    };
    response.json(view);
  },
});
