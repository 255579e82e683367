import {
  type HistoryItem,
  historyItemSchema,
  pageQuerySchema,
  pageSchema,
  type ThreadId,
  type ThreadView,
  threadRefSchema,
  threadViewSchema,
} from '@salience/contracts';
import {
  findThread,
  type HistoryRow,
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
    confidence: row.confidence,
    turns: row.turns,
    pending: row.pending,
    created_at: row.createdAt.toISOString(),
    last_activity_at: row.lastActivityAt.toISOString(),
  };
}

function historyItem(row: HistoryRow): HistoryItem {
  const { reply, mode, exchangeId, citations } = row;
  return {
    turn_id: row.turnId,
    seq: row.seq,
    state: row.state,
    speaker: row.speaker,
    text: row.text,
    merged_into: row.mergedInto,
    trust: row.trust,
    said_at: row.saidAt.toISOString(),
    reply:
      reply === null || mode === null || exchangeId === null
        ? null
        : { text: reply, mode, exchange_id: exchangeId, citations: citations ?? [] },
  };
}
