import { dot, type ModelCalibration } from '../vectors.ts';

/** A stored message that statistics learn from. */
export interface TopicSample {
  readonly topicId: string;
  /** The raw unit vector. */
  readonly vector: Float32Array;
  /** What `wordStems` gives. */
  readonly stems: readonly number[];
}

/** What messages on one topic have in common: the mean of their whitened vectors and of their weighed words. */
export interface TopicProfile {
  readonly vector: Float32Array;
  readonly words: ReadonlyMap<number, number>;
  /** Length of both together. */
  readonly length: number;
}

/** What the stored messages of an agent say of its topics. Belongs to one embedding model and agent; never text. */
export interface TopicStatistics {
  /** Messages it was learned from. */
  readonly samples: number;
  /** Mean of all their vectors. */
  readonly mean: Float32Array;
  /** Lower Cholesky factor of the shrunk covariance, row after row. */
  readonly factor: Float32Array;
  /** Weight of each word: the rarer, the heavier. */
  readonly wordWeights: ReadonlyMap<number, number>;
  readonly profiles: ReadonlyMap<string, TopicProfile>;
  /** Where scores of messages lie on their own topic, each judged without itself. */
  readonly lines: ModelCalibration;
}

/** A message as profiles are compared with it. */
export interface ReadMessage {
  /** Whitened, length 1. */
  readonly vector: Float32Array;
  /** Weighed, length 1 together; empty when no word is known. */
  readonly words: ReadonlyMap<number, number>;
}

/** How much words count beside the vector, both taken at length 1. */
const wordShare = 0.7;
const wordShareSquared = wordShare * wordShare;
const messageLength = Math.sqrt(1 + wordShareSquared);

/** Subtracts the mean and takes out how messages differ within topics: solves factor · z = vector − mean, then scales to 1. */
export function whiten(
  vector: ArrayLike<number>,
  mean: ArrayLike<number>,
  factor: Float32Array,
): Float32Array {
  const size = mean.length;
  const z = new Float32Array(size);
  let squares = 0;
  let row = 0;
  for (let i = 0; i < size; i += 1) {
    const left = (vector[i] ?? 0) - (mean[i] ?? 0) - dot(z, factor, i, row);
    const value = left / (factor[row + i] as number);
    z[i] = value;
    squares += value * value;
    row += i + 1;
  }
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = 0; i < size; i += 1) z[i] = (z[i] as number) / length;
  return z;
}

/** Words weighed by how often they are said and how rare they are, scaled to length 1. */
export function weighWords(
  stems: readonly number[],
  wordWeights: ReadonlyMap<number, number>,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weighed = new Map<number, number>();
  let squares = 0;
  for (const [stem, count] of counts) {
    const weight = (1 + Math.log(count)) * (wordWeights.get(stem) ?? 0);
    if (weight === 0) continue;
    weighed.set(stem, weight);
    squares += weight * weight;
  }
  const length = Math.sqrt(squares);
  for (const [stem, weight] of weighed) weighed.set(stem, weight / length);
  return weighed;
}

/** Reads a message as the profiles of these statistics are compared with it. */
export function readMessage(
  statistics: TopicStatistics,
  vector: ArrayLike<number>,
  stems: readonly number[],
): ReadMessage {
  return {
    vector: whiten(vector, statistics.mean, statistics.factor),
    words: weighWords(stems, statistics.wordWeights),
  };
}

/** The sum of products of what two sets of weighed words share. */
export function sharedWords(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [stem, weight] of a) sum += weight * (b.get(stem) ?? 0);
  return sum;
}

/** The length of a profile's vector and words together. */
export function profileLength(vector: Float32Array, words: ReadonlyMap<number, number>): number {
  return Math.sqrt(dot(vector, vector) + wordShareSquared * sharedWords(words, words));
}

/** How well a message fits a profile, by both parts of it as `agreementOf` gives them; -1 to 1. */
export function fit(agreement: { readonly vectors: number; readonly words: number }, length: number): number {
  return length === 0
    ? 0
    : (agreement.vectors + wordShareSquared * agreement.words) / (length * messageLength);
}

/** How well a message fits a profile, -1 to 1. */
export function profileScore(message: ReadMessage, profile: TopicProfile): number {
  const vectors = dot(message.vector, profile.vector);
  return fit({ vectors, words: sharedWords(message.words, profile.words) }, profile.length);
}
