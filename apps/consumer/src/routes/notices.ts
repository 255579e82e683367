import {
  noticeEventSchema,
  noticeEventsQuerySchema,
  noticesQuerySchema,
  noticeViewSchema,
  pageSchema,
} from '@salience/contracts';
import { listNotices } from '@salience/database/notices';
import { findPerson } from '@salience/database/people';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { noticeView } from '../turns/notice-view.ts';
import { lastNoticeOf, streamNotices } from '../turns/stream-notices.ts';
import { unknownPerson } from './people.ts';

/** GET /notices: turns that nobody asked for, and who heard of them. */
export const getNotices = callerRoute({
  method: 'GET',
  path: '/notices',
  needs: 'machine',
  does: 'Turns that nobody asked for, newest first: those that nobody saw, those that reached nobody, or all',
  tag: 'Turns',
  more: 'Reading this list does not make a notice seen; an event stream that shows it does.',
  query: noticesQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(noticeViewSchema) } },
  problems: { 404: ['person.unknown'] },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit, state } = query;
    const before = decodeCursor(cursor, timePlace);
    const person = await personOf(context, caller, query.person);
    const rows = await listNotices(context.db, caller.agent.id, { state, limit: limit + 1, person, before });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1)?.notice : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.turnId });
    response.json({ items: items.map(noticeView), next });
  },
});

/** GET /notices/events: every turn of the agent that nobody asked for when it has ended, from Last-Event-ID on. */
export const getNoticeEvents = callerRoute({
  method: 'GET',
  path: '/notices/events',
  needs: 'machine',
  does: 'The event stream of an agent’s notices',
  more:
    'After the first event, which says where the stream begins, each event is a turn that nobody asked for: ' +
    'a reminder, what follows an approval, a thought, in whatever thread. ' +
    'With `missed=true` those come first that no stream has shown yet. ' +
    '`late` is true for what is told minutes after it was due, unless a channel brought it in time. What is written here is seen. ' +
    'The stream ends after six minutes or when the server stops; any replica continues it after Last-Event-ID.',
  tag: 'Turns',
  query: noticeEventsQuerySchema,
  headers: { 'Last-Event-ID': 'The id of the last event received; the stream continues after it.' },
  answers: { 200: { is: 'Notices as an event stream.', events: noticeEventSchema } },
  problems: { 400: ['stream.position'], 404: ['person.unknown'], 429: ['streams.limit'] },
  handle: async (context, { caller, query, readmit, request, response }) => {
    const after = lastNoticeOf(request);
    const person = await personOf(context, caller, query.person);
    context.streamLimit.take(caller, response);
    await streamNotices(
      context,
      caller,
      { after, person, readmit, missed: query.missed === 'true' },
      response,
    );
  },
});

/** The id of the person that a caller names; undefined if none is named. Throws 404 for an unknown one. */
async function personOf(context: ConsumerContext, { agent }: Caller, ref: string | undefined) {
  if (ref === undefined) return undefined;
  const person = await findPerson(context.db, agent.id, ref, await context.clock.now());
  if (person === undefined) throw unknownPerson(ref);
  return person.id;
}
