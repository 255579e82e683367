import {
  historyItemSchema,
  pageQuerySchema,
  pageSchema,
  threadEventSchema,
  type ThreadId,
  type ThreadView,
  threadRefSchema,
  threadViewSchema,
} from '@salience/contracts';
import {
  findThread,
  type LastMessage,
  listThreads,
  loadHistory,
  type ThreadRow,
} from '@salience/database/turns';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { callerRoute } from '../http/route.ts';
import { httpProblem } from '../http/problems.ts';
import { historyItem } from '../turns/history-item.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { lastPlaceOf, streamThread } from '../turns/stream-thread.ts';

const historyPlace = z.object({ seq: z.number().int().positive() });

/** GET /threads: latest activity first. */
export const getThreads = callerRoute({
  method: 'GET',
  path: '/threads',
  needs: 'machine',
  does: 'Threads, latest activity first',
  tag: 'Memory',
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(threadViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { limit, cursor } = query;
    const after = decodeCursor(cursor, timePlace);
    // One more than requested shows whether there is another page.
    const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
    const rows = await listThreads(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.lastActivityAt, id: last.id });
    response.json({ items: items.map(threadView), next });
  },
});

/** GET /threads/:thread, by id or key. */
export const getThread = callerRoute({
  method: 'GET',
  path: '/threads/:thread',
  needs: 'machine',
  does: 'A thread, by id or key',
  tag: 'Memory',
  params: { thread: threadRefSchema },
  answers: { 200: { is: 'The thread.', json: threadViewSchema } },
  problems: { 404: ['thread.unknown'] },
  handle: async (context, { caller, params, response }) => {
    response.json(threadView(await resolveThread(context, caller, params.thread)));
  },
});

/** GET /threads/:thread/messages: newest first. */
export const getThreadMessages = callerRoute({
  method: 'GET',
  path: '/threads/:thread/messages',
  needs: 'machine',
  does: 'The messages of a thread, newest first',
  tag: 'Memory',
  params: { thread: threadRefSchema },
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(historyItemSchema) } },
  problems: { 404: ['thread.unknown'] },
  handle: async (context, { caller, params, query, response }) => {
    const { limit, cursor } = query;
    const before = decodeCursor(cursor, historyPlace);
    const thread = await resolveThread(context, caller, params.thread);
    const page = {
      threadId: thread.id,
      limit: limit + 1,
      ...(before === undefined ? {} : { beforeSeq: before.seq }),
    };
    const rows = await loadHistory(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    response.json({
      items: items.map(historyItem),
      next: last === undefined ? null : encodeCursor({ seq: last.seq }),
    });
  },
});

const eventsQuerySchema = z.object({
  /** The place (`seq`) of the last turn that the client knows; 0 for all. Without it, the stream begins with what ends from now on. */
  after: z.coerce.number().int().min(0).optional(),
});

/** GET /threads/:thread/events: every turn of a thread when it has ended, whoever began it, from Last-Event-ID on. */
export const getThreadEvents = callerRoute({
  method: 'GET',
  path: '/threads/:thread/events',
  needs: 'machine',
  does: 'The event stream of a thread',
  more:
    'After the first event, which says where the stream begins, each event is a turn that ended, whoever began it: a message, a reminder, what follows an approval. Its id is the place of the turn. ' +
    'The stream ends after six minutes or when the server stops; any replica continues it after Last-Event-ID.',
  tag: 'Turns',
  params: { thread: threadRefSchema },
  query: eventsQuerySchema,
  headers: { 'Last-Event-ID': 'The id of the last event received; the stream continues after it.' },
  answers: {
    200: {
      is: 'Turns as an event stream.',
      events: threadEventSchema,
      headers: { 'X-Thread-Id': 'The thread.' },
    },
  },
  problems: { 400: ['stream.position'], 404: ['thread.unknown'], 429: ['streams.limit'] },
  handle: async (context, { caller, params, query, readmit, request, response }) => {
    const last = lastPlaceOf(request);
    const { id, ended } = await resolveThread(context, caller, params.thread);
    context.streamLimit.take(caller, response);
    await streamThread(
      context,
      caller,
      { threadId: id, after: last ?? query.after ?? ended, readmit },
      response,
    );
  },
});

/** The id of a thread that a caller names by id or key. Throws 404 if the agent has none. */
export async function resolveThread(
  context: ConsumerContext,
  caller: Caller,
  ref: string,
): Promise<ThreadRow & { id: ThreadId }> {
  const thread = await findThread(context.db, caller.agent.id, ref);
  if (thread === undefined) {
    throw httpProblem(
      404,
      'thread.unknown',
      'This agent has no thread with this id or key. GET /threads lists them.',
    );
  }
  return thread;
}

function threadView(row: ThreadRow): ThreadView {
  return {
    thread_id: row.id,
    key: row.key,
    source: row.source,
    state: row.state,
    topic: row.topic,
    title: row.title,
    confidence: row.confidence,
    turns: row.turns,
    pending: row.pending,
    created_at: row.createdAt.toISOString(),
    last_activity_at: row.lastActivityAt.toISOString(),
    asked: row.asked,
    last: row.last === null ? null : lastView(row.last),
  };
}

function lastView(last: LastMessage): NonNullable<ThreadView['last']> {
  const { mode, reply, saidAt, source, speaker, state, text, turnId } = last;
  return { turn_id: turnId, text, reply, speaker, source, state, mode, said_at: isoInstant(saidAt) };
}
