import { setImmediate as breathe } from 'node:timers/promises';
import type { AgentId } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { loadTopicSamples, saveTopicStatistics, topicStatisticsState } from '@salience/database/recall';
import { encodeStatistics, learnStatistics, samplesMin, taughtVector, wordStems } from '@salience/topics';

/** Recomputes the topic statistics of agents as their stored messages grow. */
export interface StatisticsLearner {
  /** More was said to these agents; the next run checks them. */
  grown(agents: readonly AgentId[]): void;
  /** Recomputes what is due; returns the number of versions published here. */
  runOnce(): Promise<number>;
}

/** New messages, as a share of those of the last version, that make a new version due. */
const growthMin = 0.25;
const freshMin = 100;

/** Makes the learner for topics of one embedding model. Several workers may compute the same version: the first one counts. */
export function createStatisticsLearner(db: Database, modelId: string, clock: Clock): StatisticsLearner {
  const waiting = new Set<AgentId>();
  const learn = async (agentId: AgentId): Promise<boolean> => {
    const state = await topicStatisticsState(db, agentId, modelId);
    const enough = Math.max(freshMin, growthMin * state.learnedFrom);
    if (state.heard < samplesMin || state.fresh < enough) return false;
    const rows = await loadTopicSamples(db, agentId, modelId);
    // What was forgotten teaches nothing any more.
    if (rows.length < samplesMin) return false;
    const samples = rows.map(({ message, topicId, vector }) => ({
      topicId,
      vector: taughtVector(vector),
      stems: wordStems(message),
    }));
    const work = learnStatistics(samples);
    let step = work.next();
    while (step.done !== true) {
      // Turns run meanwhile: each slice takes a few milliseconds.
      await breathe();
      step = work.next();
    }
    return saveTopicStatistics(db, agentId, modelId, {
      from: state.version,
      samples: samples.length,
      heard: state.heard,
      body: encodeStatistics(step.value),
      now: await clock.now(),
    });
  };
  return {
    grown(agents) {
      for (const agentId of agents) waiting.add(agentId);
    },
    async runOnce() {
      let published = 0;
      for (const agentId of Array.from(waiting)) {
        if (await learn(agentId)) published += 1;
        waiting.delete(agentId);
      }
      return published;
    },
  };
}
