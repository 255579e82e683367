import { type Runtime, workLoop } from '@salience/runtime';
import type { Service } from '@salience/worker';
import type { TopicLearning } from './topic-learning.ts';
import type { StatisticsLearner } from './topic-statistics.ts';

/** From one write of what topics learned to the next. */
const learnEveryMs = 1_000;
/** From one look at what there is to learn statistics from to the next. */
const statisticsEveryMs = 15_000;

/** What digest learns of topics beside its turns. */
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
