/** What a turn recalls: memories, traits, topics. */
export type { IndexKind, LookedAtMemory, MemoryPlace, WrittenRow } from '../queries/memory-index.ts';
export { firstMemoryPlace, indexKinds, lookAtMemory } from '../queries/memory-index.ts';
export type { FindMemories, FoundMemories, FoundMemory, LatestStatements } from '../queries/retrieval.ts';
export type { Snapshot } from '../snapshot.ts';
export { findMemories, useMemories } from '../queries/retrieval.ts';
export { batched } from '../batched.ts';
export type { LearnedStatistics, TopicSampleRow, TopicStatisticsState } from '../queries/topic-statistics.ts';
export {
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicSamples,
  saveTopicStatistics,
  topicStatisticsState,
} from '../queries/topic-statistics.ts';
export type { LearnedTopic, OverheardExchange, TopicRow } from '../queries/topics.ts';
export {
  firstTopicPlace,
  learnTopics,
  loadTopicTrust,
  loadTopics,
  saveOverheard,
  topicsMax,
} from '../queries/topics.ts';
export type { TraitRow } from '../queries/traits.ts';
