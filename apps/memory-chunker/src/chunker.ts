import { episodeBuildJob, type ExchangeId, memoryChunkJob, type PayloadOf, type ThreadId } from '@salience/contracts';
import {
  type BehindThread,
  type ChunkSource,
  type DueChunkRetry,
  keepChunks,
  loadBehind,
  loadForChunks,
  type MemoryRetry,
  newId,
  type SaveChunk,
} from '@salience/database';
import type { JobHandler } from '@salience/queues';
import {
  type BatchPiece,
  type EndedPiece,
  handOn,
  type MemoryBatchPorts,
  type MemoryWork,
  type SendPorts,
  workMemory,
} from '@salience/runtime';
import { attributeKeys } from '@salience/telemetry';
import { type ChunkDeps, chunkExchange } from './chunk-exchange.ts';

/** What the chunker works with. */
export interface ChunkerDeps extends ChunkDeps, MemoryBatchPorts, SendPorts {
  readonly log: ChunkDeps['log'];
  readonly metrics: ChunkDeps['metrics'];
  /** The pause that ends a session, in milliseconds. */
  readonly silenceMs: number;
}

/** An exchange that waits for its chunk. */
interface Piece extends BatchPiece {
  readonly source: ChunkSource;
}

interface Loaded {
  readonly threads: readonly BehindThread[];
  readonly retries: readonly DueChunkRetry[];
  readonly sources: ReadonlyMap<ExchangeId, ChunkSource>;
}

/**
 * Makes the handler of `memory.chunk`: what lies behind the watermarks of the agent's threads gets its chunks, batch by batch. What the model
 * proposes is kept only where the exchange supports it. An answer that cannot be used leaves the exchange without its chunk, set
 * aside; while the model is away the watermark stays where it is.
 */
export function createChunker(deps: ChunkerDeps): JobHandler<PayloadOf<typeof memoryChunkJob>> {
  const work: MemoryWork<Loaded, Piece, SaveChunk> = {
    kind: 'chunk',
    queue: memoryChunkJob.queue,
    faults: 'chunker',
    sideBySide: deps.models.describe('chunk').offline ? 1 : 4,
    async load(ask) {
      const { retries, threads } = await loadBehind(deps.db, ask);
      const ids = [
        ...threads.flatMap(({ places }) => places.map(({ id }) => id)),
        ...retries.flatMap(({ exchangeIds }) => exchangeIds),
      ];
      const loaded = ids.length === 0 ? [] : await loadForChunks(deps.db, ask.agentId, ids);
      const sources = loaded.flatMap((source) => (source === undefined ? [] : [[source.exchange.id, source] as const]));
      return { threads, retries, sources: new Map(sources) };
    },
    piecesOf: ({ retries, sources, threads }) =>
      threads.length + retries.length === 0
        ? undefined
        : [
            ...threads.flatMap(({ places }) => places.flatMap(({ id }) => pieceOf(sources.get(id)))),
            ...retries.flatMap((retry) => retry.exchangeIds.flatMap((id) => pieceOf(sources.get(id), retry))),
          ],
    make: (agentId, { source }, _loaded, signal) => chunkExchange(deps, agentId, source, signal),
    async keep(lease, loaded, ended, now) {
      const made = ended.flatMap((end) => ('made' in end ? [end.made] : []));
      const { more, saved, tell } = await keepChunks(deps.db, lease, {
        now,
        chunks: made,
        threads: loaded.threads.map((thread) => progressOf(thread, ended)),
        retries: retriesOf(loaded, ended, now),
        silenceMs: deps.silenceMs,
      });
      told(deps, ended, saved.filter(({ status }) => status === 'stored').length);
      if (tell) await handOn(deps, episodeBuildJob, [{ agentId: lease.agentId }]);
      return more;
    },
  };
  return (hint, context) => workMemory(deps, work, hint, context);
}

function pieceOf(source: ChunkSource | undefined, retry?: DueChunkRetry): Piece[] {
  if (source === undefined) return [];
  const { id, seq, threadId, traceparent } = source.exchange;
  const attributes = { [attributeKeys.exchangeId]: id };
  const place = { threadId, firstSeq: seq, lastSeq: seq, traceparent, attributes, source };
  return [retry === undefined ? place : { ...place, retry: { id: retry.id, tries: retry.tries } }];
}

/** How far a thread is with what is over: up to the first exchange that is not. */
function progressOf(
  { chunkedSeq, places, threadId }: BehindThread,
  ended: readonly EndedPiece<Piece, SaveChunk>[],
): { readonly threadId: ThreadId; readonly from: number; readonly to: number; readonly dueAt: null } {
  const over = new Set(
    ended.flatMap(({ piece }) => (piece.threadId === threadId && piece.retry === undefined ? [piece.firstSeq] : [])),
  );
  let to = chunkedSeq;
  for (const { seq } of places) {
    if (!over.has(seq)) break;
    to = seq;
  }
  return { threadId, from: chunkedSeq, to, dueAt: null };
}

/** What is tried again later or was given up, and what is no longer. A retry whose exchange is gone is over too. */
function retriesOf({ retries }: Loaded, ended: readonly EndedPiece<Piece, SaveChunk>[], now: Date) {
  const put: MemoryRetry[] = [];
  const failedRetries = new Set<string>();
  for (const end of ended) {
    if (!('failed' in end)) continue;
    const { firstSeq, lastSeq, retry, threadId } = end.piece;
    if (retry !== undefined) failedRetries.add(retry.id);
    put.push({
      id: retry?.id ?? newId('memoryRetry', now.getTime()),
      kind: 'chunk',
      threadId,
      firstSeq,
      lastSeq,
      ...end.failed,
    });
  }
  const over = new Set(ended.flatMap(({ piece }) => (piece.retry === undefined ? [] : [piece.retry.id])));
  const done = retries.flatMap(({ exchangeIds, id }) =>
    (over.has(id) || exchangeIds.length === 0) && !failedRetries.has(id) ? [id] : [],
  );
  return { put, done };
}

function told({ log, metrics }: ChunkerDeps, ended: readonly EndedPiece<Piece, SaveChunk>[], stored: number): void {
  if (stored > 0) metrics.loopProgressed('chunks');
  if (ended.some((end) => 'made' in end && (end.made.traits ?? []).length > 0)) metrics.loopProgressed('traits');
  for (const end of ended)
    if ('failed' in end) {
      const { dueAt, error } = end.failed;
      const exchangeId = end.piece.source.exchange.id;
      if (dueAt === null) log.error({ exchangeId, reason: error }, 'exchange left without its chunk');
      else log.warn({ exchangeId, reason: error }, 'exchange not chunked; it is tried again');
    }
}
