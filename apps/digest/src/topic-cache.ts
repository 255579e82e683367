import type { AgentId, TopicId } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';
import {
  type Database,
  firstTopicPlace,
  loadTopics,
  loadTopicStatistics,
  topicsMax,
  type TopicRow,
} from '@salience/database';
import { decodeStatistics, type TopicStatistics, updateCentroid } from '@salience/topics';
import type { Heard, TopicLearning } from './topic-learning.ts';

/** A topic as it is compared with. */
export interface CachedTopic {
  id: TopicId;
  name: string;
  centroid: Float32Array;
  messageCount: number;
  lastSeenAt: number;
  avgSalience: number;
}

/** Centroids and statistics by agent, in front of Postgres. */
export interface TopicCache {
  of(agentId: AgentId): Promise<CachedTopic[]>;
  /** What the agent's stored messages say of its topics; null while there are too few. Never waits: new versions come in behind. */
  statistics(agentId: AgentId): TopicStatistics | null;
  /** Notes what a committed turn said on a topic: the next turn here sees it at once, others when it was written. */
  said(
    agentId: AgentId,
    topic: Omit<CachedTopic, 'centroid' | 'messageCount'>,
    message: Omit<Heard, 'at'>,
  ): void;
}

/** How old a list may be; what other processes learned is seen after this. */
const freshMs = 2_000;
const agentsMax = 200;
/** How old statistics may be before a newer version is looked for. */
const statisticsFreshMs = 20_000;
/** Statistics of one agent are about 1.5 MB. */
const statisticsMax = 24;

interface HeldTopics {
  at: number;
  readonly list: CachedTopic[];
  /** From where on the next look has to read. */
  next: string;
  /** The list when the last look has come in. */
  looked: Promise<CachedTopic[]> | undefined;
}

interface HeldStatistics {
  at: number;
  version: number;
  value: TopicStatistics | null;
}

/** Makes the cache for the topics of one embedding model. */
export function createTopicCache(
  db: Database,
  modelId: string,
  learning: TopicLearning,
  log: Logger,
): TopicCache {
  const lists = new Map<AgentId, HeldTopics>();
  const statistics = createStatisticsCache(db, modelId, log);

  /** Reads what was written since the last look into the list there is. */
  const look = async (agentId: AgentId, held: HeldTopics): Promise<CachedTopic[]> => {
    const { list } = held;
    const { topics, next } = await loadTopics(db, agentId, modelId, held.next);
    const places = new Map(list.map(({ id }, place) => [id, place]));
    for (const row of topics) list[places.get(row.id) ?? list.length] = topicOf(row);
    if (list.length > topicsMax) list.sort((a, b) => b.lastSeenAt - a.lastSeenAt).splice(topicsMax);
    held.next = next;
    return list;
  };
  return {
    statistics,
    of(agentId) {
      const known = lists.get(agentId);
      if (known?.looked !== undefined && performance.now() - known.at < freshMs) return known.looked;
      const held = known ?? { at: 0, list: [], next: firstTopicPlace, looked: undefined };
      held.at = performance.now();
      held.looked = look(agentId, held);
      lists.delete(agentId);
      lists.set(agentId, held);
      // What could not be brought up to date is read anew.
      held.looked.catch(() => lists.delete(agentId));
      dropOldest(lists, agentsMax);
      return held.looked;
    },
    said(agentId, topic, message) {
      learning.note(agentId, topic.id, { ...message, at: topic.lastSeenAt });
      const { vector } = message;
      if (vector === undefined) return;
      // A list that could not be loaded was forgotten already; there is nothing to note then.
      void lists.get(agentId)?.looked?.then(
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

function topicOf({ lastSeenAt, salience, ...row }: TopicRow): CachedTopic {
  return { ...row, lastSeenAt: lastSeenAt.getTime(), avgSalience: salience };
}

/** Gives at once what is there, and looks for a newer version now and then. */
function createStatisticsCache(db: Database, modelId: string, log: Logger): TopicCache['statistics'] {
  const held = new Map<AgentId, HeldStatistics>();
  const look = async (agentId: AgentId, before: HeldStatistics): Promise<void> => {
    const found = await loadTopicStatistics(db, agentId, modelId, before.version);
    if (found === undefined) return;
    before.value = decodeStatistics(found.body);
    before.version = found.version;
  };
  return (agentId) => {
    const known = held.get(agentId) ?? { at: Number.NEGATIVE_INFINITY, version: 0, value: null };
    if (performance.now() - known.at >= statisticsFreshMs) {
      known.at = performance.now();
      held.delete(agentId);
      held.set(agentId, known);
      dropOldest(held, statisticsMax);
      // Without statistics topics are compared by centroids only; the next load may succeed.
      look(agentId, known).catch((error: unknown) =>
        log.warn({ agentId, cause: messageOf(error) }, 'statistics of topics could not be read'),
      );
    }
    return known.value;
  };
}

function dropOldest(map: Map<AgentId, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
