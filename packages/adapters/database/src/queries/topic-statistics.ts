import type { AgentId, TopicId } from '@salience/contracts';
import { ask, call, type Database, query } from '../connect.ts';
import { vectorBytes, vectorOf } from '../vector-bytes.ts';

/** What a message said on a topic: its vector and hashed words. */
export interface TopicSampleRow {
  readonly topicId: TopicId;
  readonly vector: Float32Array;
  readonly stems: readonly number[];
  readonly saidAt: Date;
}

/** Maximum stored samples of one agent and model: 0.7 kB each. */
const samplesKept = 4_000;

/** Keeps samples; of each agent the latest few thousand. One round trip. */
export async function saveTopicSamples(
  db: Database,
  agentId: AgentId,
  modelId: string,
  samples: readonly TopicSampleRow[],
): Promise<void> {
  await call(db, 'save_topic_samples', {
    agentId,
    modelId,
    keep: samplesKept,
    samples: samples.map((sample) => ({ ...sample, vector: vectorBytes(sample.vector).toString('base64') })),
  });
}

/** How things stand with an agent's statistics. */
export interface TopicStatisticsState {
  /** 0: none were learned yet. */
  readonly version: number;
  /** Samples that version was learned from. */
  readonly learnedFrom: number;
  /** Samples there are. */
  readonly samples: number;
  /** Of those, how many came since. */
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

/** The stored samples of an agent, oldest first; `id` grows with them. */
export async function loadTopicSamples(
  db: Database,
  agentId: AgentId,
  modelId: string,
): Promise<(TopicSampleRow & { readonly id: number })[]> {
  const rows = await query<Omit<TopicSampleRow, 'vector'> & { id: number; vector: Buffer }>(
    db,
    'load_topic_samples',
    'select id, topic_id as "topicId", vector, stems, said_at as "saidAt" from salience.load_topic_samples($1, $2)',
    [agentId, modelId],
  );
  return rows.map((row) => ({ ...row, vector: vectorOf(row.vector) }));
}

/** Statistics to be published. */
export interface LearnedStatistics {
  /** The version they take the place of; 0 where there was none. */
  readonly from: number;
  readonly samples: number;
  /** Id of the last sample they were learned from. */
  readonly lastSample: number;
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
  const { from, samples, lastSample, body, now } = learned;
  return ask(
    db,
    'save_topic_statistics',
    agentId,
    modelId,
    from,
    samples,
    lastSample,
    Buffer.from(body),
    now,
  );
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
