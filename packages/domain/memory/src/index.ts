export type { AcceptedChunk, ChunkSource } from './accept-chunk.ts';
export { acceptChunk } from './accept-chunk.ts';
export type { ChunkRules } from './chunk-rules.ts';
export type { EpisodeDraft, EpisodeRules, EpisodeSource } from './form-episode.ts';
export { formEpisode } from './form-episode.ts';
export type { EpisodeDeadline } from './wait-for-chunks.ts';
export { episodeDeadline } from './wait-for-chunks.ts';
export type { WorldStateItem, WorldStateSource } from './world-state.ts';
export { collectWorldState, reminderSource } from './world-state.ts';
export { lowestTrust } from './trust.ts';
export { CodeIndex, type CodedItem, type NearItem } from './retrieval/code-index.ts';
export {
  type Candidate,
  type RankedHit,
  rankMemories,
  type RetrievalQuestion,
  type SessionEvidence,
} from './retrieval/rank.ts';
export { signCode } from './retrieval/sign-code.ts';
export { hasTimeExpression, type TimeSpan, timeAskedAbout } from './retrieval/time-cues.ts';
export { type RetrievalFactor, type RetrievalWeights, retrievalWeights } from './retrieval/weights.ts';
