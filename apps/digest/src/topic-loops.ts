import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { settleTopics } from '@salience/database/recall';
import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { TopicCache } from './topic-cache.ts';
import type { StatisticsLearner } from './topic-statistics.ts';

/** The pause between two looks for agents of which much was said since it was summed up. */
const settleEveryMs = 1_000;
/** Turns of an agent that are summed up together: whoever loads its topics reads no more of them one by one. */
const settledTogether = 256;
/** The pause between two checks for due statistics. */
const statisticsEveryMs = 15_000;

/** What the loops work on. */
export interface TopicLoopPorts {
  readonly db: Database;
  readonly modelId: string;
  readonly topics: TopicCache;
  readonly statistics: StatisticsLearner;
}

/** The loops by which digest sums up what was said on topics, and learns of it. */
export function topicLoops(
  runtime: Pick<Runtime, 'env' | 'log' | 'telemetry'>,
  { db, modelId, statistics, topics }: TopicLoopPorts,
): Service[] {
  const settle = async (agentId: AgentId): Promise<void> => {
    // Another worker may have done it: then nothing is added, and there is as little left.
    await settleTopics(db, agentId, modelId, settledTogether);
    topics.settled(agentId);
    statistics.grown([agentId]);
  };
  return [
    workLoop(runtime, {
      name: 'topic-sums',
      everyMs: settleEveryMs,
      async run() {
        const due = topics.unsettled(settledTogether);
        for (const agentId of due) await settle(agentId);
        return due.length;
      },
    }),
    workLoop(runtime, {
      name: 'topic-statistics',
      everyMs: statisticsEveryMs,
      run: () => statistics.runOnce(),
    }),
  ];
}
