import {
  type HistoryItem,
  pageQuerySchema,
  type ThreadId,
  type ThreadView,
  threadRefSchema,
} from '@salience/contracts';
import { findThread, type HistoryRow, listThreads, loadHistory, type ThreadRow } from '@salience/database';
import type { Request } from 'express';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam, readQuery } from '../http/read-input.ts';
import type { Handler } from '../http/route-table.ts';

const historyPlace = z.object({ seq: z.number().int().positive() });

/** GET /threads: latest activity first. */
export function getThreads(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit, cursor } = readQuery(request, pageQuerySchema);
    const after = decodeCursor(cursor, timePlace);
    // One more than asked for tells whether there is another page.
    const page = { limit: limit + 1, ...(after === undefined ? {} : { after }) };
    const rows = await listThreads(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.lastActivityAt, id: last.id });
    response.json({ items: items.map(threadView), next });
  };
}

/** GET /threads/:thread, by id or key. */
export function getThread(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    response.json(threadView(await threadOfPath(context, caller, request)));
  };
}

/** GET /threads/:thread/messages: newest first. */
export function getThreadMessages(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit, cursor } = readQuery(request, pageQuerySchema);
    const before = decodeCursor(cursor, historyPlace);
    const thread = await threadOfPath(context, caller, request);
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
  };
}

/** The id of the thread that a caller names by id or key. Throws 404 when the agent has none such. */
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

async function threadOfPath(context: ConsumerContext, caller: Caller, request: Request): Promise<ThreadRow> {
  return resolveThread(context, caller, readParam(request, 'thread', threadRefSchema));
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
