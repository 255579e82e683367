import { type MemoryHit, memorySearchQuerySchema } from '@salience/contracts';
import { type MemoryRow, searchMemory } from '@salience/database';
import type { ConsumerContext } from '../consumer-context.ts';
import { readQuery } from '../http/read-input.ts';
import type { Handler } from '../http/route-table.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { resolveThread } from './threads.ts';

/** GET /memory/search: exchanges, facts and episodes, best first, each with the factors of its score. */
export function getMemorySearch(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { q, limit, kind, thread_id: ref } = readQuery(request, memorySearchQuerySchema);
    const thread = ref === undefined ? undefined : await resolveThread(context, caller, ref);
    const rows = await searchMemory(context.db, {
      agentId: caller.agent.id,
      query: q,
      limit,
      ...(kind === undefined ? {} : { kind }),
      ...(thread === undefined ? {} : { threadId: thread.id }),
    });
    response.json({ items: rows.map(memoryHit), next: null });
  };
}

function memoryHit(row: MemoryRow): MemoryHit {
  return {
    kind: row.kind,
    id: row.id,
    text: row.text,
    score: row.score,
    why: row.reasons,
    at: isoInstant(row.at),
    thread_id: row.thread_id,
    exchange_id: row.exchange_id,
    trust: row.trust,
    source: row.source,
  };
}
