import type { AgentId, TopicId } from '@salience/contracts';
import { type Database, loadTopics } from '@salience/database';
import { updateCentroid } from '@salience/topics';
import type { TopicLearning } from './topic-learning.ts';

/** A topic as it is compared with. */
export interface CachedTopic {
  id: TopicId;
  name: string;
  centroid: Float32Array;
  messageCount: number;
  lastSeenAt: number;
  avgSalience: number;
}

/** Centroids by agent, in front of Postgres. */
export interface TopicCache {
  of(agentId: AgentId): Promise<CachedTopic[]>;
  /** Notes what a committed turn said on a topic: the next turn here sees it at once, others when it was written. */
  said(
    agentId: AgentId,
    topic: Omit<CachedTopic, 'centroid' | 'messageCount'>,
    message: {
      /** Undefined: it does not move the centroid. */
      readonly vector: Float32Array | undefined;
      /** The commit opened the topic, so its row holds the message already. */
      readonly isNew: boolean;
    },
  ): void;
}

/** How old a list may be; what other processes learned is seen after this. */
const freshMs = 2_000;
const agentsMax = 200;

/** Makes the cache for the topics of one embedding model. */
export function createTopicCache(db: Database, modelId: string, learning: TopicLearning): TopicCache {
  const lists = new Map<AgentId, { at: number; topics: Promise<CachedTopic[]> }>();

  const load = async (agentId: AgentId): Promise<CachedTopic[]> => {
    const rows = await loadTopics(db, agentId, modelId);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      centroid: Float32Array.from(row.centroid),
      messageCount: row.messageCount,
      lastSeenAt: row.lastSeenAt.getTime(),
      avgSalience: row.salience,
    }));
  };
  return {
    of(agentId) {
      const known = lists.get(agentId);
      if (known !== undefined && performance.now() - known.at < freshMs) return known.topics;
      const topics = load(agentId);
      lists.delete(agentId);
      lists.set(agentId, { at: performance.now(), topics });
      topics.catch(() => lists.delete(agentId));
      for (const oldest of lists.keys()) {
        if (lists.size <= agentsMax) break;
        lists.delete(oldest);
      }
      return topics;
    },
    said(agentId, topic, { vector, isNew }) {
      if (!isNew) learning.note(agentId, topic.id, { vector, at: topic.lastSeenAt });
      if (vector === undefined) return;
      // A list that could not be loaded was forgotten already; there is nothing to note then.
      void lists.get(agentId)?.topics.then(
        (topics) => {
          const known = topics.find((other) => other.id === topic.id);
          if (known === undefined) {
            topics.push({ ...topic, centroid: vector, messageCount: 1 });
            return;
          }
          known.centroid = Float32Array.from(updateCentroid(known.centroid, known.messageCount, vector));
          known.messageCount += 1;
          known.lastSeenAt = Math.max(known.lastSeenAt, topic.lastSeenAt);
        },
        () => undefined,
      );
    },
  };
}
