import type { AgentId, TopicId } from '@salience/contracts';
import { call, type Database, query } from '../connect.ts';

/** A topic with its centroid. */
export interface TopicRow {
  readonly id: TopicId;
  readonly name: string;
  readonly modelId: string;
  readonly centroid: number[];
  readonly messageCount: number;
  readonly salience: number;
  readonly lastSeenAt: Date;
}

/** How many topics take part in an assignment: the most recently seen. */
const topicsMax = 500;

/** The agent's topics of one embedding model, most recently seen first. */
export function loadTopics(db: Database, agentId: AgentId, modelId: string): Promise<TopicRow[]> {
  return query<TopicRow & Record<string, unknown>>(
    db,
    'load_topics',
    `select id, name, model_id as "modelId", centroid, message_count as "messageCount", salience,
       last_seen_at as "lastSeenAt" from salience.load_topics($1, $2, $3)`,
    [agentId, modelId, topicsMax],
  );
}

/** What was said on a topic since it was last told. */
export interface LearnedTopic {
  readonly id: TopicId;
  readonly modelId: string;
  /** Messages in all. */
  readonly messages: number;
  /** How many of them move the centroid. */
  readonly learned: number;
  /** The mean of those; empty when there are none. */
  readonly mean: readonly number[];
  readonly seenAt: Date;
}

/** Adds to topics of an agent what was said on them. One round trip; what several workers learn adds up. */
export async function learnTopics(
  db: Database,
  agentId: AgentId,
  topics: readonly LearnedTopic[],
): Promise<void> {
  await call(db, 'learn_topics', { agentId, topics });
}
