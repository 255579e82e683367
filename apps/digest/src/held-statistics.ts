import type { AgentId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { loadTopicStatistics } from '@salience/database/recall';
import { messageOf } from '@salience/errors';
import type { Logger } from '@salience/telemetry';
import { decodeStatistics, type TopicStatistics } from '@salience/topics';

/** The statistics of an agent's topics, of the version that the turn was told of; null for none. */
export type HeldStatistics = (agentId: AgentId, version: number | null) => Promise<TopicStatistics | null>;

/** Statistics of one agent are about 1.5 MB. */
const statisticsMax = 24;

interface Read {
  readonly version: number;
  readonly value: Promise<TopicStatistics | null>;
}

/** Holds the statistics of the agents served lately. A version that is not held is read before it is used. */
export function createHeldStatistics(db: Database, modelId: string, log: Logger): HeldStatistics {
  const held = new Map<AgentId, Read>();
  const read = async (agentId: AgentId): Promise<TopicStatistics | null> => {
    const found = await loadTopicStatistics(db, agentId, modelId, 0);
    return found === undefined ? null : decodeStatistics(found.body);
  };
  return async (agentId, version) => {
    if (version === null) return null;
    let known = held.get(agentId);
    if (known?.version !== version) known = { version, value: read(agentId) };
    keep(held, agentId, known, statisticsMax);
    try {
      return await known.value;
    } catch (error) {
      if (held.get(agentId) === known) held.delete(agentId);
      // Without statistics topics are compared by centroids only; the next turn tries again.
      log.warn({ agentId, cause: messageOf(error) }, 'statistics of topics could not be read');
      return null;
    }
  };
}

/** Puts an agent's entry last, and drops the first ones of too many. */
export function keep<V>(map: Map<AgentId, V>, agentId: AgentId, value: V, most: number): void {
  map.delete(agentId);
  map.set(agentId, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
