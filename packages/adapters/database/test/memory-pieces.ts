import type { ExchangeId, ThreadId } from '@salience/contracts';
import { tellFrom } from '@salience/memory';
import { newId } from '../src/index.ts';
import {
  type keepChunks,
  type MemoryRetry,
  type SaveChunk,
  type SaveEpisode,
} from '../src/doors/remembering.ts';

/** Business time of these tests. */
export const at = new Date('2026-03-01T12:00:00Z');
/** Business time so many milliseconds later. */
export const after = (ms: number) => new Date(at.getTime() + ms);
/** The pause that ends a session. */
export const silenceMs = 600_000;

type ChunkBatch = Parameters<typeof keepChunks>[2];

/** What chunks are kept with. */
export const batch = (
  chunks: readonly SaveChunk[],
  threads: ChunkBatch['threads'],
  retries: Partial<ChunkBatch['retries']> = {},
): ChunkBatch => ({
  now: at,
  chunks,
  threads,
  retries: { put: [], done: [], ...retries },
  silenceMs,
  tellFrom,
});

/** Moves a thread's watermark. */
export const upTo = (threadId: ThreadId, to: number, from = 0, dueAt: Date | null = null) => ({
  threadId,
  from,
  to,
  dueAt,
});

/** An episode of the first exchanges of a thread. */
export const episodeOf = (
  threadId: ThreadId,
  exchangeIds: readonly ExchangeId[],
  more: Partial<SaveEpisode> = {},
): SaveEpisode => ({
  id: newId('episode'),
  threadId,
  firstSeq: 1,
  lastSeq: exchangeIds.length,
  reason: 'silence',
  traceparent: null,
  exchangeIds,
  topicId: null,
  gist: 'They spoke of the harbour',
  intent: 'telling',
  intentType: null,
  direction: null,
  context: { situational: null, conversational: null, constraints: [] },
  action: null,
  emotion: null,
  factors: { novelty: 0.5, emotional: 0, commitment: 0, unresolved: false },
  refused: 0,
  outcome: '',
  openLoops: [],
  salience: 0.5,
  complete: true,
  trust: 'user',
  source: 'test',
  model: 'test',
  startedAt: at,
  endedAt: at,
  ...more,
});

/** A chunk that was given up, of the first exchange of a thread unless told. */
export const setAside = (threadId: ThreadId, more: Partial<MemoryRetry> = {}): MemoryRetry => ({
  id: newId('memoryRetry'),
  kind: 'chunk',
  threadId,
  firstSeq: 1,
  lastSeq: 1,
  tries: 3,
  error: 'x',
  dueAt: null,
  ...more,
});
