import {
  type MemoryHit,
  memoryHitSchema,
  memorySearchQuerySchema,
  pageSchema,
  type TurnId,
} from '@salience/contracts';
import { turnsOfExchanges } from '@salience/database/keeping';
import { scoreParts } from '@salience/memory';
import type { RecallHit } from '@salience/recall';
import { callerRoute } from '../http/route.ts';
import { isoInstant } from '../turns/iso-instant.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';
import { resolveThread } from './threads.ts';

/** GET /memory/search: memories, best first, each with the factors of its score. Read-only. */
export const getMemorySearch = callerRoute({
  method: 'GET',
  path: '/memory/search',
  needs: 'machine',
  does: 'Search what the agent remembers',
  tag: 'Memory',
  headers: zoneHeader,
  query: memorySearchQuerySchema,
  answers: {
    200: { is: 'Hits, best first, with the factors of their scores.', json: pageSchema(memoryHitSchema) },
  },
  problems: { 400: ['zone.unknown'], 404: ['thread.unknown'] },
  handle: async (context, { caller, query, request, response }) => {
    const { as_of, at, kind, limit, q, thread_id: ref } = query;
    const thread = ref === undefined ? undefined : await resolveThread(context, caller, ref);
    const asOf = as_of === undefined ? undefined : endOf(as_of);
    const hits = await context.search.search({
      agentId: caller.agent.id,
      text: q,
      limit,
      at: at === undefined ? (asOf ?? (await context.clock.now())) : new Date(at),
      zone: await timeZoneOf(context, caller, request),
      asOf,
      kinds: kind === undefined ? undefined : [kind],
      threadId: thread?.id,
    });
    const turns = await turnsOfExchanges(
      context.db,
      caller.agent.id,
      hits.flatMap(({ exchange_id }) => (exchange_id === null ? [] : [exchange_id])),
    );
    response.json({ items: hits.map((hit) => memoryHit(hit, turns)), next: null });
  },
});

/** An instant is itself; a day stands for its last moment. */
function endOf(time: string): Date {
  return new Date(time.includes('T') ? time : `${time}T23:59:59.999Z`);
}

function memoryHit(row: RecallHit, turns: ReadonlyMap<string, string>): MemoryHit {
  return {
    kind: row.kind,
    id: row.id,
    text: `${row.text}${row.marks.text}`,
    score: row.score,
    why: row.why,
    factors: scoreParts(row.why),
    at: isoInstant(row.at),
    thread_id: row.thread_id,
    exchange_id: row.exchange_id,
    turn_id: (row.exchange_id === null ? null : (turns.get(row.exchange_id) ?? null)) as TurnId | null,
    trust: row.trust,
    source: row.source,
  };
}
