import type { AgentId, ExchangeId } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  type ChunkSource,
  type DueRetry,
  loadForChunks,
  loadUntold,
  type MemoryRetry,
  type SaveChunk,
  type StretchProposalRow,
  type UntoldThread,
} from '@salience/database/remembering';
import type { BatchPiece, EndedPiece, MemoryBatchPorts, SendPorts } from '@salience/runtime';
import { attributeKeys } from '@salience/telemetry';
import type { ChunkDeps } from './chunk-exchange.ts';

/** What the chunker works with. */
export interface ChunkerDeps extends ChunkDeps, MemoryBatchPorts, SendPorts {
  readonly log: ChunkDeps['log'];
  readonly metrics: ChunkDeps['metrics'];
  /** The pause that ends a session, in milliseconds. */
  readonly silenceMs: number;
}

/** Exchanges that wait for their chunks: one, or those of a stretch. */
export interface Piece extends BatchPiece {
  /** Those that are chunked now. */
  readonly sources: readonly ChunkSource[];
  /** The stretch that they are in, where one call takes all of it. */
  readonly stretch?: AskedStretch;
}

/** A stretch as a model is asked about it. */
export interface AskedStretch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** It is final: its episode and concepts are asked for too. */
  readonly whole: boolean;
  /** Nobody answered any of what is chunked now. */
  readonly overheard: boolean;
}

/** What was made of a piece. */
export interface Made {
  readonly chunks: readonly SaveChunk[];
  readonly proposal?: StretchProposalRow;
  /** A model was asked about what was merely overheard. */
  readonly listened?: boolean;
}

/** A thread that is due, and the end of it that waits for what follows. */
export interface DueThread {
  readonly thread: UntoldThread;
  /** When its exchanges from `waitsFrom` on are due although nothing follows; null: what is left is due now. */
  readonly dueAt: Date | null;
  readonly waitsFrom: number;
}

/** What a batch works at. */
export interface Loaded {
  readonly threads: readonly DueThread[];
  readonly retries: readonly DueRetry[];
  readonly pieces: readonly Piece[];
  /** The day for which calls about what is merely overheard count. */
  readonly day?: string;
}

/** Asks for what is due. */
export interface LoadAsk {
  readonly agentId: AgentId;
  readonly now: Date;
  readonly most: number;
}

/** What of an agent waits for its chunks; with `messages` also what was said. */
export function loadDue({ db }: ChunkerDeps, ask: LoadAsk, messages = false) {
  return loadUntold(db, { ...ask, of: 'chunk', messages });
}

/** The sources of exchanges, by id; those that are gone are left out. */
export async function sourcesOf(
  { db }: ChunkerDeps,
  agentId: AgentId,
  ids: readonly ExchangeId[],
): Promise<ReadonlyMap<ExchangeId, ChunkSource>> {
  const loaded = ids.length === 0 ? [] : await loadForChunks(db, agentId, ids);
  return new Map(
    loaded.flatMap((source) => (source === undefined ? [] : [[source.exchange.id, source] as const])),
  );
}

/** One exchange as a piece, of those that are loaded. */
export function pieceOf(source: ChunkSource | undefined, retry?: DueRetry): Piece[] {
  if (source === undefined) return [];
  const { id, seq, threadId, traceparent } = source.exchange;
  const attributes = { [attributeKeys.exchangeId]: id };
  const piece = { threadId, firstSeq: seq, lastSeq: seq, traceparent, attributes, sources: [source] };
  return [retry === undefined ? piece : { ...piece, retry: { id: retry.id, tries: retry.tries } }];
}

/** How far a thread is with what is over: up to the first exchange that is not. */
export function progressOf(
  { dueAt, thread: { chunkedSeq, places, threadId }, waitsFrom }: DueThread,
  ended: readonly EndedPiece<Piece, Made>[],
) {
  const over = new Set(
    ended.flatMap(({ piece: { retry, sources, threadId: of } }) =>
      of === threadId && retry === undefined ? sources.map(({ exchange }) => exchange.seq) : [],
    ),
  );
  const open = places.find(({ seq }) => seq > chunkedSeq && !over.has(seq))?.seq;
  const to = places.findLast(({ seq }) => seq > chunkedSeq && (open === undefined || seq < open))?.seq;
  const waits = open !== undefined && open >= waitsFrom;
  return { threadId, from: chunkedSeq, to: to ?? chunkedSeq, dueAt: waits ? dueAt : null };
}

/** What is tried again later or was given up, and what is no longer. A retry whose exchanges are gone is over too. */
export function retriesOf({ retries }: Loaded, ended: readonly EndedPiece<Piece, Made>[], now: Date) {
  const put: MemoryRetry[] = [];
  for (const end of ended) {
    if (!('failed' in end)) continue;
    const { firstSeq, lastSeq, retry, threadId } = end.piece;
    const id = retry?.id ?? newId('memoryRetry', now.getTime());
    put.push({ id, kind: 'chunk', threadId, firstSeq, lastSeq, ...end.failed });
  }
  const kept = new Set<string>(put.map(({ id }) => id));
  const over = new Set(ended.flatMap(({ piece }) => (piece.retry === undefined ? [] : [piece.retry.id])));
  const done = retries.flatMap(({ exchangeIds, id }) =>
    (over.has(id) || exchangeIds.length === 0) && !kept.has(id) ? [id] : [],
  );
  return { put, done };
}
