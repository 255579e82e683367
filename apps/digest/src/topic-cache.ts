import type { AgentId, TopicId } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';
import { type Database } from '@salience/database';
import {
  firstTopicPlace,
  loadTopics,
  loadTopicStatistics,
  topicsMax,
  type TopicRow,
} from '@salience/database/recall';
import { decodeStatistics, type TopicStatistics, updateCentroid } from '@salience/topics';
import type { Heard, TopicLearning } from './topic-learning.ts';

/** A topic for comparison. */
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
  /** The statistics of an agent's topics; null while there are too few messages. Never waits: new versions are loaded behind. */
  statistics(agentId: AgentId): TopicStatistics | null;
  /** Records a committed turn's message: the next turn here sees it at once, other processes when it is written. */
  said(
    agentId: AgentId,
    topic: Omit<CachedTopic, 'centroid' | 'messageCount'>,
    message: Omit<Heard, 'at'>,
  ): void;
}

/** Maximum age of a list; after this, updates of other processes are read. */
const freshMs = 2_000;
const agentsMax = 200;
/** Maximum age of statistics before a newer version is looked for. */
const statisticsFreshMs = 20_000;
/** Statistics of one agent are about 1.5 MB. */
const statisticsMax = 24;

interface HeldTopics {
  at: number;
  readonly list: CachedTopic[];
  /** The position from which the next load reads. */
  next: string;
  /** The list, once the last load has finished. */
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

  /** Loads the changes since the last load into the list. */
  const load = async (agentId: AgentId, held: HeldTopics): Promise<CachedTopic[]> => {
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
      held.looked = load(agentId, held);
      lists.delete(agentId);
      lists.set(agentId, held);
      // A list that cannot be updated is loaded again.
      held.looked.catch(() => lists.delete(agentId));
      dropOldest(lists, agentsMax);
      return held.looked;
    },
    said(agentId, topic, message) {
      learning.note(agentId, topic.id, { ...message, at: topic.lastSeenAt });
      const { isNew, vector } = message;
      // "General" is made without a vector; the next turn must find it here as it would at another worker.
      if (vector === undefined && !isNew) return;
      // A list that failed to load was dropped; there is nothing to record in.
      void lists.get(agentId)?.looked?.then(
        (topics) => {
          const known = topics.find((other) => other.id === topic.id);
          if (known === undefined) {
            topics.push({ ...topic, centroid: vector ?? new Float32Array(0), messageCount: 1 });
            return;
          }
          if (vector === undefined) return;
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

/** Returns the cached value at once, and checks for a newer version now and then. */
function createStatisticsCache(db: Database, modelId: string, log: Logger): TopicCache['statistics'] {
  const held = new Map<AgentId, HeldStatistics>();
  const load = async (agentId: AgentId, before: HeldStatistics): Promise<void> => {
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
      load(agentId, known).catch((error: unknown) =>
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
