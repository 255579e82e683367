import { choleskyFactor, shrunkCovariance } from './covariance.ts';
import type { TopicSample } from './statistics.ts';

/** Within topics is looked only when that many messages stand beside another one of their topic. */
const freedomMin = 256;

/** What takes out of a vector how messages differ within topics. */
export interface Whitening {
  /** Mean of all vectors. */
  readonly mean: Float32Array;
  /** Lower Cholesky factor of the shrunk covariance, row after row. */
  readonly factor: Float32Array;
}

/** Learns how messages differ within their topics, or altogether while few topics have several. Pauses now and then by yielding. */
export function* learnWhitening(samples: readonly TopicSample[], size: number): Generator<void, Whitening> {
  const topics = Map.groupBy(samples, ({ topicId }) => topicId);
  const means = new Map(Array.from(topics, ([topicId, own]) => [topicId, meanOf(own, size)]));
  const mean = meanOf(samples, size);
  const freedom = samples.length - topics.size;
  const within = freedom >= freedomMin;
  yield;
  const deviations = samples.map(({ vector, topicId }) => {
    const centre = within ? (means.get(topicId) ?? mean) : mean;
    return vector.map((value, i) => value - (centre[i] ?? 0));
  });
  const covariance = yield* shrunkCovariance(deviations, size, within ? freedom : samples.length);
  return { mean: Float32Array.from(mean), factor: yield* choleskyFactor(covariance, size) };
}

function meanOf(samples: readonly TopicSample[], size: number): Float64Array {
  const mean = new Float64Array(size);
  for (const { vector } of samples)
    for (let i = 0; i < size; i += 1) mean[i] = (mean[i] as number) + (vector[i] as number) / samples.length;
  return mean;
}
