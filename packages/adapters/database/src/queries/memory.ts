import type {
  AgentId,
  ChunkProposal,
  EpisodeId,
  ExchangeId,
  Id,
  MemoryHit,
  RangeId,
  RangeReason,
  ThreadId,
  TopicId,
  Trust,
  TurnId,
} from '@salience/contracts';
import type { EpisodeDraft } from '@salience/memory';
import { batchedFor } from '../batched.ts';
import { call, type Database, query, withAgent } from '../connect.ts';

/** A hit of memory search with the factors that make its score. */
export interface MemoryRow {
  readonly kind: MemoryHit['kind'];
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  readonly at: string;
  readonly thread_id: ThreadId;
  readonly exchange_id: ExchangeId | null;
  readonly trust: Trust;
  readonly source: string;
  readonly seq: number | null;
  readonly score: number;
  readonly reasons: Record<string, number>;
}

/** Searches an agent's exchanges, facts and episodes; best first. One round trip. */
export async function searchMemory(
  db: Database,
  search: {
    agentId: AgentId;
    query: string;
    limit: number;
    kind?: MemoryHit['kind'];
    threadId?: ThreadId;
    /** Left out of the hits: the turn that asks. */
    exceptTurnId?: TurnId;
  },
): Promise<MemoryRow[]> {
  const rows = await query<{ r: MemoryRow[] }>(
    db,
    'search_memory',
    'select salience.search_memory($1, $2, $3, $4, $5, $6) as r',
    [
      search.agentId,
      search.query,
      search.limit,
      search.kind ?? null,
      search.threadId ?? null,
      search.exceptTurnId ?? null,
    ],
  );
  return (rows[0] as { r: MemoryRow[] }).r;
}

/** An exchange as chunker and episodic read it. */
export interface ExchangeRow {
  readonly id: ExchangeId;
  readonly threadId: ThreadId;
  readonly seq: number;
  readonly topicId: TopicId | null;
  readonly topic: string | null;
  readonly speaker: string | null;
  readonly message: string;
  readonly reply: string | null;
  readonly mode: string;
  readonly trust: Trust;
  readonly source: string;
  readonly saidAt: Date;
  readonly chunkState: 'pending' | 'chunked' | 'failed';
  readonly traceparent: string | null;
}

/** An exchange to be chunked, up to two before it, and its thread's pending reminders. */
export interface ChunkSource {
  readonly exchange: ExchangeRow;
  readonly before: readonly ExchangeRow[];
  readonly reminders: readonly { readonly text: string; readonly dueAt: Date }[];
}

interface OfAgent<I> {
  readonly agentId: AgentId;
  readonly id: I;
}

const chunkLoads = batchedFor<OfAgent<ExchangeId>, ChunkSource | undefined>({
  keyOf: ({ agentId }) => agentId,
  max: 16,
  inFlight: 2,
  async run(db, items) {
    const rows = await query<{ r: Stored<ChunkSource> | null }>(
      db,
      'load_for_chunks',
      'select salience.load_for_chunks($1, $2) as r',
      [items[0]?.agentId, items.map(({ id }) => id)],
    );
    return rows.map(({ r }) => (r === null ? undefined : revived(r)));
  },
});

/** An exchange with up to two before it and the thread's pending reminders; undefined when it is gone. */
export function loadForChunk(
  db: Database,
  agentId: AgentId,
  exchangeId: ExchangeId,
): Promise<ChunkSource | undefined> {
  return chunkLoads(db, { agentId, id: exchangeId });
}

/** A row as jsonb carries it: times are text. */
type Stored<T> = { [K in keyof T]: T[K] extends Date ? string : Stored<T[K]> };

function revived(source: Stored<ChunkSource>): ChunkSource {
  return {
    exchange: revivedExchange(source.exchange),
    before: source.before.map(revivedExchange),
    reminders: source.reminders.map(({ text, dueAt }) => ({ text, dueAt: new Date(dueAt) })),
  };
}

function revivedExchange<T extends ExchangeRow>(row: Stored<T>): T {
  return { ...row, saidAt: new Date(row.saidAt as string) } as unknown as T;
}

/** What was learned from an exchange, with ids already made. */
export interface SaveChunk {
  readonly agentId: AgentId;
  readonly exchangeId: ExchangeId;
  readonly now: Date;
  readonly model: string;
  readonly entities: ChunkProposal['entities'];
  /** A gist's trust may be lower than its exchange's: what rests on the reply is the agent's. */
  readonly gists: readonly (ChunkProposal['gists'][number] & {
    readonly id: Id<'gist'>;
    readonly trust?: Trust;
  })[];
  readonly facts: readonly (ChunkProposal['facts'][number] & { readonly id: Id<'fact'> })[];
}

/** Stores a chunk once; a second time it is `known` and nothing changes. */
export const saveChunk: (
  db: Database,
  chunk: SaveChunk,
) => Promise<{ status: 'stored' | 'known' | 'no_exchange' }> = batchedFor({
  keyOf: ({ agentId }: SaveChunk) => agentId,
  max: 16,
  inFlight: 1,
  run: (db, items) => call(db, 'save_chunks', items),
});

/** Leaves an exchange without enrichment, visibly. A chunk that was stored meanwhile stays. */
export function failChunk(
  db: Database,
  agentId: AgentId,
  exchangeId: ExchangeId,
  error: string,
): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      `update salience.exchanges set chunk_state = 'failed', chunk_error = $2 where id = $1 and chunk_state = 'pending'`,
      [exchangeId, error],
    );
  });
}

/** A closed range with its exchanges in order and what is known of each. */
export interface RangeRow {
  readonly id: RangeId;
  readonly threadId: ThreadId;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly reason: RangeReason;
  readonly state: 'pending' | 'built' | 'failed';
  readonly createdAt: Date;
  readonly traceparent: string | null;
  readonly exchanges: readonly (ExchangeRow & {
    readonly gists: { type: string; content: string; confidence: number }[];
    readonly facts: { subject: string; key: string; value: string; confidence: number }[];
  })[];
}

const rangeLoads = batchedFor<OfAgent<RangeId>, RangeRow | undefined>({
  keyOf: ({ agentId }) => agentId,
  max: 16,
  inFlight: 2,
  async run(db, items) {
    const rows = await query<{ r: Stored<RangeRow> | null }>(
      db,
      'load_ranges',
      'select salience.load_ranges($1, $2) as r',
      [items[0]?.agentId, items.map(({ id }) => id)],
    );
    return rows.map(({ r }) =>
      r === null
        ? undefined
        : { ...r, createdAt: new Date(r.createdAt), exchanges: r.exchanges.map(revivedExchange) },
    ) as (RangeRow | undefined)[];
  },
});

/** Loads a range for its episode; undefined when there is none. */
export function loadRange(db: Database, agentId: AgentId, rangeId: RangeId): Promise<RangeRow | undefined> {
  return rangeLoads(db, { agentId, id: rangeId });
}

/** An episode ready to be kept. */
export interface SaveEpisode extends EpisodeDraft {
  readonly id: EpisodeId;
  readonly agentId: AgentId;
  readonly now: Date;
}

/** Stores an episode once per (thread, first exchange, last exchange). */
export const saveEpisode: (db: Database, episode: SaveEpisode) => Promise<{ status: 'stored' | 'known' }> =
  batchedFor({
    keyOf: ({ agentId }: SaveEpisode) => agentId,
    max: 16,
    inFlight: 1,
    run: (db, items) => call(db, 'save_episodes', items),
  });

/** Marks a range whose episode could not be made; visible, and offered again only by an operator. */
export function failRange(db: Database, agentId: AgentId, rangeId: RangeId, error: string): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      `update salience.ranges set state = 'failed', error = $2 where id = $1 and state = 'pending'`,
      [rangeId, error],
    );
  });
}
