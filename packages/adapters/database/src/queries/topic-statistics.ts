import type { AgentId, TopicId } from '@salience/contracts';
import { ask, call, type Database, query, withAgent } from '../connect.ts';

/** What a message said on a topic. */
export interface TopicSampleRow {
  readonly topicId: TopicId;
  /** What it teaches, as `taughtBytes` packs it. */
  readonly vector: Uint8Array;
  readonly message: string;
}

/** From how many messages statistics are learned: the latest ones. */
const samplesMax = 4_000;

/** How things stand with an agent's statistics. */
export interface TopicStatisticsState {
  /** 0: none were learned yet. */
  readonly version: number;
  /** Messages that version was learned from. */
  readonly learnedFrom: number;
  /** Messages that topics learned from. */
  readonly heard: number;
  /** Of those, how many came since that version. */
  readonly fresh: number;
}

/** How things stand with an agent's statistics of one embedding model. */
export function topicStatisticsState(
  db: Database,
  agentId: AgentId,
  modelId: string,
): Promise<TopicStatisticsState> {
  return call(db, 'topic_statistics_state', { agentId, modelId });
}

/** What an agent's statistics are learned from, oldest first. */
export async function loadTopicSamples(
  db: Database,
  agentId: AgentId,
  modelId: string,
): Promise<TopicSampleRow[]> {
  const rows = await withAgent(db, agentId, (client) =>
    client.query<TopicSampleRow>(
      'select topic_id as "topicId", vector, message from salience.load_topic_samples($1, $2, $3)',
      [agentId, modelId, samplesMax],
    ),
  );
  return rows.rows.toReversed();
}

/** Statistics to be published. */
export interface LearnedStatistics {
  /** The version they take the place of; 0 where there was none. */
  readonly from: number;
  readonly samples: number;
  /** Messages that topics had learned from by then. */
  readonly heard: number;
  readonly body: Uint8Array;
  readonly now: Date;
}

/** Publishes the next version; false, and nothing changes, when another worker was faster. */
export function saveTopicStatistics(
  db: Database,
  agentId: AgentId,
  modelId: string,
  learned: LearnedStatistics,
): Promise<boolean> {
  const { from, samples, heard, body, now } = learned;
  return ask(db, 'save_topic_statistics', agentId, modelId, from, samples, heard, Buffer.from(body), now);
}

/** The newest statistics of an agent; undefined when there are none or the caller has that version already. */
export async function loadTopicStatistics(
  db: Database,
  agentId: AgentId,
  modelId: string,
  known: number,
): Promise<{ readonly version: number; readonly body: Uint8Array } | undefined> {
  const [row] = await query<{ version: number; body: Buffer }>(
    db,
    'load_topic_statistics',
    'select version, body from salience.load_topic_statistics($1, $2, $3)',
    [agentId, modelId, known],
  );
  return row;
}
