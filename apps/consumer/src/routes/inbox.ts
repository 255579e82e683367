import { inboxQuerySchema, inboxSchema } from '@salience/contracts';
import { listWaiting } from '@salience/database/acting';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { callerRoute } from '../http/route.ts';
import { inboxItems } from '../inbox/inbox-items.ts';

/** GET /inbox: everything that waits for the person of an agent. */
export const getInbox = callerRoute({
  method: 'GET',
  path: '/inbox',
  needs: 'person',
  does: 'Everything that waits for the person of an agent, oldest first: approvals, zones that were proposed, what is shown for a look, raised hands',
  more: 'Each item names the requests that answer it. An approval is bound by If-Match with "if_match" in quotes.',
  tag: 'Turns',
  query: inboxQuerySchema,
  problems: { 429: ['reads.limit'] },
  answers: { 200: { is: 'A page.', json: inboxSchema } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, kind, limit } = query;
    const after = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, kind, after };
    const { id } = caller.agent;
    const found = await context.longReads.run(caller, response, () => listWaiting(context.db, id, page));
    const rows = found.rows.slice(0, limit);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.at, id: last.id });
    const of = (one: Parameters<typeof found.counts.get>[0]) => found.counts.get(one) ?? 0;
    const waiting = {
      approval: of('approval'),
      zone: of('zone'),
      look: of('look'),
      hand: of('hand'),
    };
    response.json({ items: await inboxItems(context, caller, rows), next, waiting });
  },
});
