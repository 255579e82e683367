import { SalienceError } from '@salience/errors';
import { learnTopics } from './learn-topics.ts';
import { linesOf } from './lines.ts';
import { rehearse } from './rehearse.ts';
import type { TopicSample, TopicStatistics } from './statistics.ts';

/** Stored messages from which statistics are worth learning. */
export const samplesMin = 200;

/**
 * Learns what an agent's stored messages say of its topics. Deterministic in the order of the samples; from `samplesMin` of
 * them on it is worth its while. Yields now and then, so that it can run beside other work; the last value is the result.
 * Throws `topics.samples` without a sample or with vectors of different lengths.
 */
export function* learnStatistics(samples: readonly TopicSample[]): Generator<void, TopicStatistics> {
  const size = samples[0]?.vector.length ?? 0;
  if (size === 0 || samples.some(({ vector }) => vector.length !== size)) {
    throw new SalienceError(
      'topics.samples',
      `Expected at least one sample and vectors of one length, got ${samples.length} samples. Learn from messages of one model.`,
      { kind: 'bug', data: { samples: samples.length } },
    );
  }
  const learned = yield* learnTopics(samples);
  return { ...learned, ...linesOf(yield* rehearse(samples)) };
}
