import type { AgentId, TopicId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { learnTopics, saveTopicSamples, type TopicSampleRow } from '@salience/database/recall';

/** A message on a topic. */
export interface Heard {
  /** Undefined: it does not move the centroid. */
  readonly vector: Float32Array | undefined;
  /** The result of `wordStems`. */
  readonly stems: readonly number[];
  /** Business time, milliseconds. */
  readonly at: number;
  /** The commit opened the topic, so its row includes the message. */
  readonly isNew: boolean;
}

/** Collects the messages of topics for one write: a topic's row would else be every turn's bottleneck. */
export interface TopicLearning {
  /** Adds a message to a topic; with a vector it moves the centroid and is stored as a sample. */
  note(agentId: AgentId, topicId: TopicId, message: Heard): void;
  /** Writes the collected messages; returns the agents with new samples. If it rejects, unwritten messages stay collected. */
  flush(): Promise<readonly AgentId[]>;
}

interface Gathered {
  messages: number;
  learned: number;
  sum: Float64Array | undefined;
  seenAt: number;
}

interface Gathering {
  readonly topics: Map<TopicId, Gathered>;
  samples: TopicSampleRow[];
}

/** Maximum samples of an agent between two writes: a part represents a burst well enough. */
const samplesMax = 16;

/** Makes the collector for topics of one embedding model. A crash loses at most one second of messages. */
export function createTopicLearning(db: Database, modelId: string): TopicLearning {
  const agents = new Map<AgentId, Gathering>();
  const gatheringOf = (agentId: AgentId): Gathering => {
    const known = agents.get(agentId) ?? { topics: new Map(), samples: [] };
    agents.set(agentId, known);
    return known;
  };
  const write = async (agentId: AgentId, { topics, samples }: Gathering): Promise<void> => {
    const told = Array.from(topics, ([id, said]) => topicUpdateOf(id, modelId, said));
    if (told.length > 0) await learnTopics(db, agentId, told);
    // Written already; a repeated turn must not count twice.
    topics.clear();
    if (samples.length > 0) await saveTopicSamples(db, agentId, modelId, samples);
  };
  return {
    note(agentId, topicId, { vector, stems, at, isNew }) {
      const gathering = gatheringOf(agentId);
      if (!isNew) {
        const sum = vector === undefined ? undefined : Float64Array.from(vector);
        add(gathering.topics, topicId, { messages: 1, learned: sum === undefined ? 0 : 1, sum, seenAt: at });
      }
      if (vector !== undefined && gathering.samples.length < samplesMax)
        gathering.samples.push({ topicId, vector, stems, saidAt: new Date(at) });
    },
    async flush() {
      const sampled: AgentId[] = [];
      for (const [agentId, gathering] of Array.from(agents)) {
        agents.delete(agentId);
        try {
          await write(agentId, gathering);
          if (gathering.samples.length > 0) sampled.push(agentId);
        } catch (error) {
          const later = gatheringOf(agentId);
          for (const [id, said] of gathering.topics) add(later.topics, id, said);
          later.samples = [...gathering.samples, ...later.samples].slice(0, samplesMax);
          throw error;
        }
      }
      return sampled;
    },
  };
}

function add(topics: Gathering['topics'], id: TopicId, said: Gathered): void {
  const known = topics.get(id);
  if (known === undefined) {
    topics.set(id, said);
    return;
  }
  known.messages += said.messages;
  known.learned += said.learned;
  known.seenAt = Math.max(known.seenAt, said.seenAt);
  if (known.sum === undefined || said.sum === undefined) known.sum ??= said.sum;
  else
    for (let i = 0; i < said.sum.length; i += 1)
      known.sum[i] = (known.sum[i] as number) + (said.sum[i] as number);
}

function topicUpdateOf(id: TopicId, modelId: string, { messages, learned, sum, seenAt }: Gathered) {
  const mean = Array.from(sum ?? [], (value) => sixDecimals(value / learned));
  return { id, modelId, messages, learned, mean, seenAt: new Date(seenAt) };
}

/** A centroid needs no more digits, and the statement is half as long. */
function sixDecimals(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
