import type { AgentId } from '@salience/contracts';
import type { Logger } from '@salience/telemetry';
import { type Database } from '@salience/database';
import { loadTopics, type ToldTopics, type TopicPlace } from '@salience/database/recall';
import type { TopicStatistics } from '@salience/topics';
import { createHeldStatistics, keep } from './held-statistics.ts';
import { HeldTopics, type HeldTopic, type NewTopic, type SaidTurn } from './held-topics.ts';

/** What a message is compared with. */
export interface KnownTopics {
  readonly topics: readonly HeldTopic[];
  /** Null while there are too few messages. */
  readonly statistics: TopicStatistics | null;
}

/** A committed turn, and the topic that it was given. */
export interface SaidOnTopic extends SaidTurn {
  /** Made for it; undefined: there was one. */
  readonly made: NewTopic | undefined;
}

/** What this worker holds of the topics of agents: nothing but a fold over rows. */
export interface TopicCache {
  /** What is held of an agent, for the query that takes its next turn; undefined: nothing. */
  place(agentId: AgentId): TopicPlace | undefined;
  /** Takes in what that query told. */
  hear(agentId: AgentId, told: ToldTopics | undefined): void;
  /** The topics as the rows had them when the turn was taken, or later. Loads them where what was told does not lead there. */
  of(agentId: AgentId, told: ToldTopics | undefined): Promise<KnownTopics>;
  /** The topics as they were last heard of. */
  lately(agentId: AgentId): Promise<KnownTopics>;
  /** Takes in a committed turn. */
  said(agentId: AgentId, turn: SaidOnTopic): void;
  /** The agents of which at least so many turns are not in the sums of the database. */
  unsettled(least: number): AgentId[];
  /** They are now. */
  settled(agentId: AgentId): void;
}

const agentsMax = 200;

interface Loading {
  readonly done: Promise<HeldTopics>;
  /** One that begins when this one is over: it sees everything that was written before it was asked for. */
  next?: Promise<HeldTopics>;
}

/** Makes the cache for the topics of one embedding model. */
export function createTopicCache(db: Database, modelId: string, log: Logger): TopicCache {
  const held = new Map<AgentId, HeldTopics>();
  const loads = new Map<AgentId, Loading>();
  const statistics = createHeldStatistics(db, modelId, log);

  const load = (agentId: AgentId): Promise<HeldTopics> => {
    const done = loadTopics(db, agentId, modelId).then((loaded) => {
      const topics = new HeldTopics(loaded, held.get(agentId));
      keep(held, agentId, topics, agentsMax);
      return topics;
    });
    const loading: Loading = { done };
    loads.set(agentId, loading);
    const over = (): void => {
      if (loads.get(agentId) === loading) loads.delete(agentId);
    };
    done.then(over, over);
    return done;
  };
  /** Loads what is written now; calls that come while one is under way share the one after it. */
  const fresh = (agentId: AgentId): Promise<HeldTopics> => {
    const running = loads.get(agentId);
    if (running === undefined) return load(agentId);
    return (running.next ??= running.done.then(
      () => load(agentId),
      () => load(agentId),
    ));
  };
  const knownOf = async (agentId: AgentId, topics: HeldTopics): Promise<KnownTopics> => {
    const learned = await statistics(agentId, topics.statistics);
    return { topics: topics.list(), statistics: learned };
  };
  return {
    place: (agentId) => held.get(agentId)?.placeFor(modelId),
    hear(agentId, told) {
      const topics = held.get(agentId);
      if (topics === undefined || topics.state !== told?.state) return;
      topics.hear(told);
      keep(held, agentId, topics, agentsMax);
    },
    async of(agentId, told) {
      const topics = held.get(agentId);
      const leads = topics !== undefined && topics.state === told?.state && !topics.isDoubtful;
      return knownOf(agentId, leads ? topics : await fresh(agentId));
    },
    async lately(agentId) {
      const topics = held.get(agentId);
      return knownOf(agentId, topics === undefined || topics.isDoubtful ? await fresh(agentId) : topics);
    },
    said(agentId, { made, ...turn }) {
      held.get(agentId)?.say(turn, made);
    },
    unsettled: (least) =>
      [...held].flatMap(([agentId, topics]) => (topics.unsettled < least ? [] : [agentId])),
    settled(agentId) {
      const topics = held.get(agentId);
      if (topics !== undefined) topics.unsettled = 0;
    },
  };
}
