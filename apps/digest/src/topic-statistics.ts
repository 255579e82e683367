import { setImmediate as breathe } from 'node:timers/promises';
import type { AgentId } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { loadTopicSamples, saveTopicStatistics, topicStatisticsState } from '@salience/database/recall';
import { encodeStatistics, learnStatistics, samplesMin } from '@salience/topics';

/** Recomputes the topic statistics of agents as their stored messages grow. */
export interface StatisticsLearner {
  /** These agents have new samples; the next run checks them. */
  grown(agents: readonly AgentId[]): void;
  /** Recomputes what is due; returns the number of versions published here. */
  runOnce(): Promise<number>;
}

/** New samples, as a share of those of the last version, that make a new version due. */
const growthMin = 0.25;
const freshMin = 100;

/** Makes the learner for topics of one embedding model. Several workers may compute the same version: the first one counts. */
export function createStatisticsLearner(db: Database, modelId: string, clock: Clock): StatisticsLearner {
  const waiting = new Set<AgentId>();
  const learn = async (agentId: AgentId): Promise<boolean> => {
    const state = await topicStatisticsState(db, agentId, modelId);
    const enough = Math.max(freshMin, growthMin * state.learnedFrom);
    if (state.samples < samplesMin || state.fresh < enough) return false;
    const samples = await loadTopicSamples(db, agentId, modelId);
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
      lastSample: samples.at(-1)?.id ?? 0,
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
