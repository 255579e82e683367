import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, Trust, TurnId } from '@salience/contracts';
import { batchedFor } from '../batched.ts';
import { type Database, query } from '../connect.ts';

/** What memory is asked for. */
export interface FindMemories {
  readonly agentId: AgentId;
  readonly query: string;
  /** Candidates by words at most; those near in meaning come beside them. */
  readonly pool: number;
  /** Ids of items near in meaning. */
  readonly near: readonly string[];
  /** Unset: exchanges, facts, episodes and what was made of them. */
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** Left out: the turn that asks. */
  readonly exceptTurnId?: TurnId | undefined;
  /** Where no statement covers `evidence` (0..1) of the question, this many of the latest tellings come too. */
  readonly tellings?: { readonly evidence: number; readonly limit: number } | undefined;
}

/** Something found, with the evidence that the store has for it. Shares are 0..1; times ISO 8601. */
export interface FoundMemory {
  readonly kind: MemoryKind;
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  readonly at: string;
  readonly thread_id: ThreadId;
  readonly exchange_id: ExchangeId | null;
  readonly topic_id: TopicId | null;
  readonly trust: Trust;
  readonly source: string;
  readonly seq: number | null;
  readonly words: number;
  readonly neighbours: number;
  readonly speaks: boolean | null;
  readonly weight: number | null;
  readonly entity: boolean;
  readonly used_at: string | null;
}

/** What was found: candidates in no order, the sittings around them, and tellings where nothing answers. */
export interface FoundMemories {
  readonly items: readonly FoundMemory[];
  readonly sessions: readonly {
    readonly threadId: ThreadId;
    readonly from: string;
    readonly to: string;
    readonly words: number;
  }[];
  readonly recent: readonly Omit<
    FoundMemory,
    'words' | 'neighbours' | 'speaks' | 'weight' | 'entity' | 'used_at'
  >[];
}

const finds = batchedFor<FindMemories, FoundMemories>({
  keyOf: ({ agentId }) => agentId,
  max: 4,
  inFlight: 4,
  async run(db, items) {
    const asked = items.map(({ tellings, ...item }) => ({
      ...item,
      ...(tellings === undefined ? {} : { tellings: tellings.limit, evidence: tellings.evidence }),
    }));
    const rows = await query<{ r: FoundMemories }>(
      db,
      'find_memories',
      'select salience.find_memories($1, q.value) as r from jsonb_array_elements($2::jsonb) with ordinality as q(value, n) order by n',
      [items[0]?.agentId, JSON.stringify(asked)],
    );
    return rows.map(({ r }) => r);
  },
});

/** Finds candidates for a question. One round trip, shared with other questions of the moment. Writes nothing. */
export const findMemories: (db: Database, find: FindMemories) => Promise<FoundMemories> = finds;

/** A sign code as it is stored. */
export interface CodeRow {
  readonly id: string;
  readonly kind: string;
  readonly code: Uint8Array;
}

/** Where reading of codes begins. */
export const firstCodePlace = '0';

/**
 * The codes of a model from a place on, and the place to go on from. What was read before may come again; what was
 * committed is never left out, in whatever order transactions end.
 */
export async function loadCodes(
  db: Database,
  agentId: AgentId,
  modelId: string,
  from: string,
): Promise<{ codes: CodeRow[]; next: string }> {
  const rows = await query<{ upto: string | null; item_id: string; kind: string; code: Buffer }>(
    db,
    'load_codes',
    'select upto::text, item_id, kind, code from salience.load_codes($1, $2, $3::text::xid8)',
    [agentId, modelId, from],
  );
  const next = rows.find(({ upto }) => upto !== null)?.upto ?? from;
  const codes = rows
    .filter(({ upto }) => upto === null)
    .map(({ item_id: id, kind, code }) => ({ id, kind, code }));
  return { codes, next };
}

/** Counts that memories were of use to a person, for the recency of later searches. Never for reads of background work. */
export async function useMemories(
  db: Database,
  agentId: AgentId,
  items: readonly { readonly id: string; readonly kind: string }[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await query(db, 'use_memories', 'select salience.use_memories($1, $2::jsonb, $3)', [
    agentId,
    JSON.stringify(items),
    now,
  ]);
}
