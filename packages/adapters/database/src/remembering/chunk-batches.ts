import type { AgentId, ExchangeId, StretchProposal, ThreadId, TopicId, Trust } from '@salience/contracts';
import type { WorldRows } from '@salience/memory';
import { call, type Database, query } from '../connect.ts';
import { type SaveChunk, type SavedChunk, saveChunks } from '../settling/chunks.ts';
import { callIn } from '../settling/memory-lock.ts';
import { keepBatch, type MemoryLease, type MemoryPiece, type RetryChanges } from './leases.ts';

/** An exchange for chunker and episodic. */
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
  /** How far the reply can be relied on, 0..1; null where it makes no claim or nobody knows. */
  readonly replyConfidence: number | null;
  readonly source: string;
  readonly saidAt: Date;
  /** The IANA time zone of its turn. */
  readonly zone: string;
  readonly traceparent: string | null;
}

/** An exchange to be chunked, with up to two before it, the state of the world, and what is known of its speaker. */
export interface ChunkSource {
  readonly exchange: ExchangeRow;
  readonly before: readonly ExchangeRow[];
  readonly world: WorldRows;
  /** The speaker's name, null if unknown, and the keys of current traits, core ones first. */
  readonly known: { readonly name: string | null; readonly keys: readonly string[] };
}

/** Exchanges with up to two before each and the state of the world, in the order asked; undefined for a deleted one. */
export async function loadForChunks(
  db: Database,
  agentId: AgentId,
  ids: readonly ExchangeId[],
): Promise<(ChunkSource | undefined)[]> {
  const rows = await query<{ r: Stored<ChunkSource> | null }>(
    db,
    'load_for_chunks',
    'select salience.load_for_chunks($1, $2) as r',
    [agentId, ids],
  );
  return rows.map(({ r }) => (r === null ? undefined : revived(r)));
}

/** Chunks of a batch, and the new watermarks of its threads. */
export interface ChunkBatch {
  readonly now: Date;
  readonly chunks: readonly SaveChunk[];
  readonly threads: readonly {
    readonly threadId: ThreadId;
    /** The watermark as it was loaded. */
    readonly from: number;
    readonly to: number;
    /** When the exchanges after `to` are due; null: now, if there are any. */
    readonly dueAt: Date | null;
  }[];
  readonly retries: RetryChanges;
  /** Proposals for whole stretches, stored until their episodes are made. */
  readonly proposals?: readonly StretchProposalRow[];
  /** Model calls spent on overheard messages, and the day that they count for. */
  readonly listened?: { readonly calls: number; readonly day: string };
  /** The pause that ends a session, in milliseconds. */
  readonly silenceMs: number;
  /** Minimum exchanges without an episode among which a stretch may be final; see `cutStretches`. */
  readonly tellFrom: number;
}

/** A model's proposal for a whole stretch, beside its chunks. */
export interface StretchProposalRow extends MemoryPiece {
  readonly model: string;
  readonly body: Pick<StretchProposal, 'concepts' | 'episode' | 'relations'>;
}

/** The result of storing chunks. */
export interface KeptChunks {
  /** In the order of the chunks. */
  readonly saved: readonly SavedChunk[];
  /** Episodes of the agent are due now. */
  readonly tell: boolean;
  /** More exchanges of the agent are due. */
  readonly more: boolean;
}

/** Stores chunks and moves the watermarks past them, or nothing. Throws as `keepBatch`. */
export function keepChunks(db: Database, lease: MemoryLease, batch: ChunkBatch): Promise<KeptChunks> {
  return keepBatch(db, lease, batch, async (client) => {
    const { agentId } = lease;
    const { chunks, listened, now, proposals = [], silenceMs, tellFrom, threads } = batch;
    const saved = chunks.length === 0 ? [] : await saveChunks(client, chunks);
    if (proposals.length > 0 || (listened?.calls ?? 0) > 0)
      await callIn(client, 'save_proposals', {
        agentId,
        proposals,
        day: listened?.day,
        listened: listened?.calls ?? 0,
      });
    const ahead = await callIn<Pick<KeptChunks, 'more' | 'tell'>>(client, 'advance_chunked', {
      agentId,
      now,
      silenceMs,
      tellFrom,
      threads,
    });
    return { saved, ...ahead };
  });
}

/** How an agent listens to overheard messages. */
export interface Listening {
  /** Null if not set. */
  readonly listen: string | null;
  /** Maximum model calls per day; null if not set. */
  readonly perDay: number | null;
  /** Calls of the day so far. */
  readonly listened: number;
}

/** How an agent listens, on a day (`2026-11-23`). */
export function loadListening(
  db: Database,
  ask: { readonly agentId: AgentId; readonly day: string },
): Promise<Listening> {
  return call(db, 'load_listening', ask);
}

/** A row as jsonb has it: times are text. */
export type Stored<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { [K in keyof T]: Stored<T[K]> };

/** The state of the world beside a thread as jsonb has it. */
export type StoredWorld = Stored<WorldRows>;

/** A stored row with its time parsed. */
export function dated<T extends { readonly saidAt: Date }>(row: Stored<T>): T {
  return { ...row, saidAt: new Date(row.saidAt as string) } as unknown as T;
}

/** Rows of the state of the world with their times parsed. */
export function revivedWorld(world: StoredWorld): WorldRows {
  const at = <T extends { readonly at: string | null }>(row: T) => ({
    ...row,
    at: row.at === null ? null : new Date(row.at),
  });
  return {
    schedules: world.schedules.map((row) => ({ ...row, dueAt: new Date(row.dueAt as string) })),
    actions: world.actions.map((row) => at(row as StoredAction)),
    goals: world.goals.map((row) => ({ ...row, at: new Date(row.at as string) })),
    ahead: world.ahead.map((row) => ({
      ...row,
      at: new Date(row.at as string),
      saidAt: new Date(row.saidAt as string),
    })),
    over: world.over.map((row) => ({ ...row, saidAt: new Date(row.saidAt as string) })),
    zones: world.zones,
    pursued: world.pursued,
    focus: world.focus && { ...world.focus, setAt: new Date(world.focus.setAt as string) },
  } as WorldRows;
}

type StoredAction = Omit<WorldRows['actions'][number], 'at'> & { readonly at: string | null };

function revived(source: Stored<ChunkSource>): ChunkSource {
  return {
    exchange: dated<ExchangeRow>(source.exchange),
    before: source.before.map((row) => dated<ExchangeRow>(row)),
    world: revivedWorld(source.world),
    known: source.known,
  };
}
