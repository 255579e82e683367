/** What a turn recalls: memories, traits, topics. */
export type {
  IndexKind,
  LookedAtMemory,
  MemoryLook,
  MemoryPlace,
  OverflowBlock,
  WrittenRow,
} from '../queries/memory-index.ts';
export { firstMemoryPlace, indexKinds, lookAtMemory } from '../queries/memory-index.ts';
export {
  type ImageOf,
  inOneSession,
  loadMemoryImage,
  type MemoryImage,
  saveMemoryImage,
} from '../queries/memory-images.ts';
export type { KeptItems, MadeBlock } from '../queries/memory-overflow.ts';
export { loadOverflow, overflowMemory } from '../queries/memory-overflow.ts';
export type { FindMemories, FoundMemories, FoundMemory, LatestStatements } from '../queries/retrieval.ts';
export type { Snapshot } from '../snapshot.ts';
export { findMemories, useMemories } from '../queries/retrieval.ts';
export { memoryHolder } from '../queries/memory-holder.ts';
export { batched } from '../batched.ts';
export type { LearnedStatistics, TopicSampleRow, TopicStatisticsState } from '../queries/topic-statistics.ts';
export {
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicStatistics,
  topicStatisticsState,
} from '../queries/topic-statistics.ts';
export type {
  LoadedTopics,
  OverheardExchange,
  TaughtTurn,
  ToldTopics,
  TopicPlace,
} from '../queries/topics.ts';
export {
  loadTopicTrust,
  loadTopics,
  saveOverheard,
  settleTopics,
  topicsMax,
} from '../queries/topics.ts';
export type { TraitRow } from '../queries/traits.ts';
