import type {
  AgentId,
  EpisodeId,
  ExchangeId,
  RangeId,
  RangeReason,
  ThreadId,
  TopicId,
  Trust,
} from '@salience/contracts';
import type { EpisodeDraft, WorldRows } from '@salience/memory';
import { batchedFor } from '../batched.ts';
import { call, type Database, query, withAgent } from '../connect.ts';
import { type SaveChunk, type SavedChunk, saveChunks } from '../settling/chunks.ts';
import { withMemory } from '../settling/memory-lock.ts';

export type { SaveChunk } from '../settling/chunks.ts';

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
  /** The trust of the reply; null without one. */
  readonly replyTrust: Trust | null;
  readonly source: string;
  readonly saidAt: Date;
  /** The IANA time zone of its turn. */
  readonly zone: string;
  readonly chunkState: 'pending' | 'chunked' | 'failed';
  readonly traceparent: string | null;
}

/** An exchange to be chunked, up to two before it, what goes on beside it, and what is known of who speaks. */
export interface ChunkSource {
  readonly exchange: ExchangeRow;
  readonly before: readonly ExchangeRow[];
  readonly world: WorldRows;
  /** Of who speaks: the name, null where nobody knows it, and the keys under which something is known, the most important first. */
  readonly known: { readonly name: string | null; readonly keys: readonly string[] };
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

/** An exchange with up to two before it and the state of the world; undefined when it is gone. */
export function loadForChunk(
  db: Database,
  agentId: AgentId,
  exchangeId: ExchangeId,
): Promise<ChunkSource | undefined> {
  return chunkLoads(db, { agentId, id: exchangeId });
}

/** A row as jsonb carries it: times are text. */
type Stored<T> = { [K in keyof T]: T[K] extends Date ? string : Stored<T[K]> };

/** What goes on beside a thread as jsonb carries it. */
export type StoredWorld = Stored<WorldRows>;

/** Rows of the world's state with their times read. */
export function revivedWorld(world: StoredWorld): WorldRows {
  const dated = <T extends { readonly at: string | null }>(row: T) => ({
    ...row,
    at: row.at === null ? null : new Date(row.at),
  });
  return {
    reminders: world.reminders.map((row) => ({ ...row, dueAt: new Date(row.dueAt as string) })),
    actions: world.actions.map((row) => dated(row as StoredAction)),
    goals: world.goals.map((row) => ({ ...row, at: new Date(row.at as string) })),
    ahead: world.ahead.map((row) => ({
      ...row,
      at: new Date(row.at as string),
      saidAt: new Date(row.saidAt as string),
    })),
    over: world.over.map((row) => ({ ...row, saidAt: new Date(row.saidAt as string) })),
    focus: world.focus && { ...world.focus, setAt: new Date(world.focus.setAt as string) },
  } as WorldRows;
}

type StoredAction = Omit<WorldRows['actions'][number], 'at'> & { readonly at: string | null };

function revived(source: Stored<ChunkSource>): ChunkSource {
  return {
    exchange: revivedExchange(source.exchange),
    before: source.before.map(revivedExchange),
    world: revivedWorld(source.world),
    known: source.known,
  };
}

function revivedExchange<T extends ExchangeRow>(row: Stored<T>): T {
  return { ...row, saidAt: new Date(row.saidAt as string) } as unknown as T;
}

/** Stores a chunk once; a second time it is `known` and nothing changes. */
export const saveChunk: (db: Database, chunk: SaveChunk) => Promise<SavedChunk> = batchedFor({
  keyOf: ({ agentId }: SaveChunk) => agentId,
  max: 16,
  inFlight: 1,
  run: (db, items) => withMemory(db, (items[0] as SaveChunk).agentId, (client) => saveChunks(client, items)),
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
    /** How its words felt by its chunk: 0 bad, 1 good; null where nobody said. */
    readonly sentiment: number | null;
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
  /** The sign code of gist and outcome in base64 and its model; without it words alone find it. */
  readonly code?: string;
  readonly codeModelId?: string;
  /** What it shares with episodes that say the same (`saidKey`); with it one that happened before is kept as its repetition. */
  readonly said?: string;
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
