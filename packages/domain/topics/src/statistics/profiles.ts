import { profileLength, type ReadMessage, type TopicProfile, type TopicSample } from './statistics.ts';

/** A message that topics are learned from. */
export interface LearnedMessage extends ReadMessage {
  readonly topicId: string;
}

/** Logarithm of how few messages hold a word. */
export function rarity(samples: readonly Pick<TopicSample, 'stems'>[]): Map<number, number> {
  const documents = new Map<number, number>();
  for (const { stems } of samples)
    for (const stem of new Set(stems)) documents.set(stem, (documents.get(stem) ?? 0) + 1);
  return new Map(
    Array.from(documents, ([stem, count]) => [stem, Math.log((1 + samples.length) / (1 + count))]),
  );
}

/** What the messages of each topic have in common; topics in the order of their first message. */
export function profilesOf(messages: readonly LearnedMessage[]): Map<string, TopicProfile> {
  return new Map(
    Array.from(
      Map.groupBy(messages, ({ topicId }) => topicId),
      ([topicId, own]) => [topicId, profileOf(own)],
    ),
  );
}

function profileOf(messages: readonly ReadMessage[]): TopicProfile {
  const vector = new Float32Array(messages[0]?.vector.length ?? 0);
  const words = new Map<number, number>();
  for (const message of messages) {
    for (let i = 0; i < vector.length; i += 1)
      vector[i] = (vector[i] as number) + (message.vector[i] as number) / messages.length;
    for (const [stem, weight] of message.words)
      words.set(stem, (words.get(stem) ?? 0) + weight / messages.length);
  }
  return { vector, words, length: profileLength(vector, words) };
}
