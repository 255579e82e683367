import { messageOf } from '@salience/errors';
import type { Runtime } from '@salience/runtime';
import { createLoop, type Service } from '@salience/worker';
import type { TopicLearning } from './topic-learning.ts';
import type { StatisticsLearner } from './topic-statistics.ts';

/** From one write of what topics learned to the next. */
const learnEveryMs = 1_000;
/** From one look at what there is to learn statistics from to the next. */
const statisticsEveryMs = 15_000;

/** What digest learns of topics beside its turns; each loop tells since when it produced nothing (law 8). */
export function topicLoops(
  { log, telemetry: { metrics } }: Pick<Runtime, 'log' | 'telemetry'>,
  learning: TopicLearning,
  statistics: StatisticsLearner,
): Service[] {
  const loop = (name: string, everyMs: number, run: () => Promise<number>): Service => {
    metrics.loopProgressed(name);
    metrics.loopSucceeded(name);
    return createLoop({
      name,
      everyMs,
      runOnce: async () => {
        if ((await run()) > 0) metrics.loopProgressed(name);
      },
      onSuccess: () => metrics.loopSucceeded(name),
      onError: (error) =>
        log.warn({ loop: name, cause: messageOf(error) }, 'what was learned is not written yet'),
    });
  };
  return [
    loop('topic-learning', learnEveryMs, async () => {
      const grown = await learning.flush();
      statistics.grown(grown);
      return grown.length;
    }),
    loop('topic-statistics', statisticsEveryMs, () => statistics.runOnce()),
  ];
}
