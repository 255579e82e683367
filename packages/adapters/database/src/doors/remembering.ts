/** Memory in batches: leases, stretches, chunks, episodes. */
export type {
  ChunkSource,
  ExchangeRow,
  Listening,
  StretchProposalRow,
} from '../remembering/chunk-batches.ts';
export { keepChunks, loadForChunks, loadListening } from '../remembering/chunk-batches.ts';
export type {
  BegunMemory,
  MemoryKind,
  MemoryLease,
  MemoryPiece,
  MemoryRetry,
} from '../remembering/leases.ts';
export {
  batchMost,
  beginMemory,
  isLeaseLost,
  noteAttempt,
  releaseMemory,
  renewMemory,
} from '../remembering/leases.ts';
export type {
  ConceptSourceRow,
  DueRetry,
  SaveConcepts,
  SaveEpisode,
  StretchRow,
  ToldExchange,
  UntoldThread,
} from '../remembering/tell-batches.ts';
export { keepEpisodes, loadForConcepts, loadStretches, loadUntold } from '../remembering/tell-batches.ts';
export type { SaveChunk } from '../settling/chunks.ts';
