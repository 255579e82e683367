export type { AcceptedChunk, ChunkSource } from './accept-chunk.ts';
export { acceptChunk } from './accept-chunk.ts';
export type { ChunkRules } from './chunk-rules.ts';
export type { EpisodeDraft, EpisodeRules, EpisodeSource } from './form-episode.ts';
export { formEpisode } from './form-episode.ts';
export type { EpisodeDeadline } from './wait-for-chunks.ts';
export { episodeDeadline } from './wait-for-chunks.ts';
export type { WorldStateItem, WorldStateSource } from './world-state.ts';
export { collectWorldState, reminderSource } from './world-state.ts';
