import type { AgentId, TopicId } from '@salience/contracts';
import { type Database, learnTopics } from '@salience/database';

/** What turns said on topics, gathered for one write: a topic's row would else be every turn's bottleneck. */
export interface TopicLearning {
  /** A message on a topic; with a vector it moves the centroid. */
  note(agentId: AgentId, topicId: TopicId, message: { vector: Float32Array | undefined; at: number }): void;
  /** Writes what was gathered. When it rejects, what was not written stays gathered. */
  flush(): Promise<void>;
}

interface Gathered {
  messages: number;
  learned: number;
  sum: Float64Array | undefined;
  seenAt: number;
}

type Gatherings = Map<TopicId, Gathered>;

/** Makes the gathering for topics of one embedding model. What a killed process had gathered, a second's worth, is not learned. */
export function createTopicLearning(db: Database, modelId: string): TopicLearning {
  const agents = new Map<AgentId, Gatherings>();
  return {
    note(agentId, topicId, { vector, at }) {
      const topics = agents.get(agentId) ?? new Map<TopicId, Gathered>();
      agents.set(agentId, topics);
      const seen = vector === undefined ? undefined : Float64Array.from(vector);
      add(topics, topicId, { messages: 1, learned: seen === undefined ? 0 : 1, sum: seen, seenAt: at });
    },
    async flush() {
      for (const [agentId, topics] of Array.from(agents)) {
        agents.delete(agentId);
        try {
          await learnTopics(
            db,
            agentId,
            [...topics].map(([id, said]) => told(id, modelId, said)),
          );
        } catch (error) {
          const later = agents.get(agentId) ?? new Map<TopicId, Gathered>();
          agents.set(agentId, later);
          for (const [id, said] of topics) add(later, id, said);
          throw error;
        }
      }
    },
  };
}

function add(topics: Gatherings, id: TopicId, said: Gathered): void {
  const known = topics.get(id);
  if (known === undefined) {
    topics.set(id, said);
    return;
  }
  known.messages += said.messages;
  known.learned += said.learned;
  known.seenAt = Math.max(known.seenAt, said.seenAt);
  if (known.sum === undefined || said.sum === undefined) known.sum ??= said.sum;
  else for (const [i, value] of said.sum.entries()) known.sum[i] = (known.sum[i] ?? 0) + value;
}

function told(id: TopicId, modelId: string, { messages, learned, sum, seenAt }: Gathered) {
  const mean = Array.from(sum ?? [], (value) => sixDecimals(value / learned));
  return { id, modelId, messages, learned, mean, seenAt: new Date(seenAt) };
}

/** A centroid needs no more, and the statement is half as long. */
function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
