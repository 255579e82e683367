import type { AgentId, ExchangeId, TopicId, Trust } from '@salience/contracts';
import { call, type Database, query, withAgent } from '../connect.ts';
import type { CommitTurn } from './lanes.ts';

/** A topic with its centroid. */
export interface TopicRow {
  readonly id: TopicId;
  readonly name: string;
  readonly centroid: Float32Array;
  readonly messageCount: number;
  readonly salience: number;
  readonly lastSeenAt: Date;
}

/** How many topics take part in an assignment: the most recently seen. */
export const topicsMax = 500;

/** Where reading an agent's topics begins. */
export const firstTopicPlace = '0';

/** Topics, and from where on the next look has to read. */
export interface LoadedTopics {
  readonly topics: readonly TopicRow[];
  readonly next: string;
}

/**
 * The agent's topics of one embedding model that were written since the place `from`, most recently seen first; from the first
 * place on the `topicsMax` seen last. A topic may come again without a change; none that changed is left out.
 */
export async function loadTopics(
  db: Database,
  agentId: AgentId,
  modelId: string,
  from: string,
): Promise<LoadedTopics> {
  const [head, ...rows] = await query<WrittenTopic>(
    db,
    'load_written_topics',
    `select upto::text, id, name, centroid, message_count as "messageCount", salience, last_seen_at as "lastSeenAt"
       from salience.load_written_topics($1, $2, $3, $4::text::xid8)`,
    [agentId, modelId, topicsMax, from],
  );
  const topics = rows.map(({ centroid, id, lastSeenAt, messageCount, name, salience }) => ({
    id,
    name,
    centroid: realsOf(centroid),
    messageCount,
    salience,
    lastSeenAt,
  }));
  return { topics, next: head?.upto ?? from };
}

interface WrittenTopic extends Omit<TopicRow, 'centroid'>, Record<string, unknown> {
  readonly upto: string | null;
  readonly centroid: Buffer;
}

/** What the vector of an exchange tells, made after the exchange was committed. */
export interface OverheardExchange {
  readonly id: ExchangeId;
  /** Null: it has its topic already, or gets none. */
  readonly topic: CommitTurn['topic'];
  /** The sign code of the message in base64; null without an embedder. */
  readonly code: string | null;
  readonly modelId: string;
}

/** Stores topics and codes of exchanges that were committed without them; returns those that exist, each with the topic that it got. */
export function saveOverheard(
  db: Database,
  agentId: AgentId,
  exchanges: readonly OverheardExchange[],
  now: Date,
): Promise<{ readonly id: ExchangeId; readonly topicId: TopicId | null }[]> {
  return call(db, 'save_overheard', { agentId, exchanges, now });
}

/** Whose words a topic is named by; undefined when it is gone. */
export function loadTopicTrust(db: Database, agentId: AgentId, topicId: TopicId): Promise<Trust | undefined> {
  return withAgent(db, agentId, async (client) => {
    const { rows } = await client.query<{ trust: Trust }>('select trust from salience.topics where id = $1', [
      topicId,
    ]);
    return rows[0]?.trust;
  });
}

/** Where the numbers of an array begin in its binary form, behind its bounds; an empty one has none. */
const realsAt = 20;
/** A length and a number each. */
const realBytes = 8;

function realsOf(sent: Buffer): Float32Array {
  const reals = new Float32Array(Math.max(0, sent.length - realsAt) / realBytes);
  for (let i = 0; i < reals.length; i += 1) reals[i] = sent.readFloatBE(realsAt + i * realBytes + 4);
  return reals;
}

/** The messages of a topic since its last update. */
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

/** Adds messages to topics of an agent. One round trip; updates of several workers add up. */
export async function learnTopics(
  db: Database,
  agentId: AgentId,
  topics: readonly LearnedTopic[],
): Promise<void> {
  // As the text of an array: the database reads a list of JSON number by number.
  const told = topics.map(({ mean, ...topic }) => ({ ...topic, mean: `{${mean.join(',')}}` }));
  await call(db, 'learn_topics', { agentId, topics: told });
}
