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

/** The latest exchanges that told a fact, newest first, as hits of the least score that counts. One round trip. */
export async function recentTellings(db: Database, agentId: AgentId, limit: number): Promise<MemoryRow[]> {
  const rows = await query<{ r: MemoryRow[] }>(
    db,
    'recent_tellings',
    'select salience.recent_tellings($1, $2) as r',
    [agentId, limit],
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

const exchangeColumns = `e.id, e.thread_id as "threadId", e.seq, e.topic_id as "topicId", p.name as topic, e.speaker,
  e.message, e.reply, e.mode, e.trust, e.source, e.said_at as "saidAt", e.chunk_state as "chunkState", e.traceparent
  from salience.exchanges e left join salience.topics p on p.id = e.topic_id`;

/** An exchange with up to two before it and the thread's pending reminders; undefined when it is gone. */
export function loadForChunk(
  db: Database,
  agentId: AgentId,
  exchangeId: ExchangeId,
): Promise<
  { exchange: ExchangeRow; before: ExchangeRow[]; reminders: { text: string; dueAt: Date }[] } | undefined
> {
  return withAgent(db, agentId, async (client) => {
    const found = await client.query<ExchangeRow>(`select ${exchangeColumns} where e.id = $1`, [exchangeId]);
    const exchange = found.rows[0];
    if (exchange === undefined) return undefined;
    const before = await client.query<ExchangeRow>(
      `select ${exchangeColumns} where e.thread_id = $1 and e.seq < $2 order by e.seq desc limit 2`,
      [exchange.threadId, exchange.seq],
    );
    const reminders = await client.query<{ text: string; dueAt: Date }>(
      `select text, due_at as "dueAt" from salience.reminders where thread_id = $1 and state = 'pending'
       order by due_at limit 5`,
      [exchange.threadId],
    );
    return { exchange, before: before.rows.reverse(), reminders: reminders.rows };
  });
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
export function saveChunk(
  db: Database,
  chunk: SaveChunk,
): Promise<{ status: 'stored' | 'known' | 'no_exchange' }> {
  return call(db, 'save_chunk', chunk);
}

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

/** Loads a range for its episode; undefined when there is none. */
export function loadRange(db: Database, agentId: AgentId, rangeId: RangeId): Promise<RangeRow | undefined> {
  return withAgent(db, agentId, async (client) => {
    const found = await client.query<Omit<RangeRow, 'exchanges'>>(
      `select id, thread_id as "threadId", first_seq as "firstSeq", last_seq as "lastSeq", reason, state,
         created_at as "createdAt", traceparent from salience.ranges where id = $1`,
      [rangeId],
    );
    const range = found.rows[0];
    if (range === undefined) return undefined;
    const exchanges = await client.query<RangeRow['exchanges'][number]>(
      `select (select coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
           from salience.gists where exchange_id = e.id) as gists,
         (select coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'confidence', confidence)), '[]')
           from salience.facts where exchange_id = e.id) as facts, ${exchangeColumns}
       where e.thread_id = $1 and e.seq between $2 and $3 order by e.seq`,
      [range.threadId, range.firstSeq, range.lastSeq],
    );
    return { ...range, exchanges: exchanges.rows };
  });
}

/** An episode ready to be kept. */
export interface SaveEpisode extends EpisodeDraft {
  readonly id: EpisodeId;
  readonly agentId: AgentId;
  readonly now: Date;
}

/** Stores an episode once per (thread, first exchange, last exchange). */
export function saveEpisode(db: Database, episode: SaveEpisode): Promise<{ status: 'stored' | 'known' }> {
  return call(db, 'save_episode', episode);
}

/** Marks a range whose episode could not be made; visible, and offered again only by an operator. */
export function failRange(db: Database, agentId: AgentId, rangeId: RangeId, error: string): Promise<void> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      `update salience.ranges set state = 'failed', error = $2 where id = $1 and state = 'pending'`,
      [rangeId, error],
    );
  });
}
