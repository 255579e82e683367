import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { TopicLearning } from './topic-learning.ts';
import type { StatisticsLearner } from './topic-statistics.ts';

/** The pause between two writes of collected messages. */
const learnEveryMs = 1_000;
/** The pause between two checks for due statistics. */
const statisticsEveryMs = 15_000;

/** The loops by which digest learns topics. */
export function topicLoops(
  runtime: Pick<Runtime, 'env' | 'log' | 'telemetry'>,
  learning: TopicLearning,
  statistics: StatisticsLearner,
): Service[] {
  return [
    workLoop(runtime, {
      name: 'topic-learning',
      everyMs: learnEveryMs,
      async run() {
        const grown = await learning.flush();
        statistics.grown(grown);
        return grown.length;
      },
    }),
    workLoop(runtime, {
      name: 'topic-statistics',
      everyMs: statisticsEveryMs,
      run: () => statistics.runOnce(),
    }),
  ];
}
