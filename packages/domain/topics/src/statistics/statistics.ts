import { dot, type ModelCalibration } from '../vectors.ts';

/** A stored message that statistics learn from. */
export interface TopicSample {
  readonly topicId: string;
  /** The raw unit vector. */
  readonly vector: Float32Array;
  /** What `wordStems` gives. */
  readonly stems: readonly number[];
}

/** What tells messages on one topic from others: a direction of whitened vectors, and weighed words. */
export interface TopicProfile {
  readonly vector: Float32Array;
  readonly words: ReadonlyMap<number, number>;
  /** Length of both together. */
  readonly length: number;
}

/** What tells an agent's topics apart, learned from stored messages; never text. */
export interface LearnedTopics {
  /** Messages it was learned from. */
  readonly samples: number;
  /** Mean of all their vectors. */
  readonly mean: Float32Array;
  /** Lower Cholesky factor of the shrunk covariance, row after row. */
  readonly factor: Float32Array;
  /** Weight of each word: the rarer, the heavier. */
  readonly wordWeights: ReadonlyMap<number, number>;
  readonly profiles: ReadonlyMap<string, TopicProfile>;
}

/** What the stored messages of an agent say of its topics. Belongs to one embedding model and agent. */
export interface TopicStatistics extends LearnedTopics {
  /** Where profile scores of messages lie on their own topic, each judged without itself: the scale of "which topic". */
  readonly lines: ModelCalibration;
  /** The scale of "a known topic at all", for `knownScore`; null in statistics that were stored before there was one. */
  readonly knownLines: ModelCalibration | null;
}

/** A message as profiles are compared with it. */
export interface ReadMessage {
  /** Whitened, length 1. */
  readonly vector: Float32Array;
  /** Weighed, length 1 together; words that nobody said before are among them. */
  readonly words: ReadonlyMap<number, number>;
}

/** How much words count beside the vector, both taken at length 1. */
const wordShare = 0.7;
const wordShareSquared = wordShare * wordShare;
const messageLength = Math.sqrt(1 + wordShareSquared);

/** Subtracts the mean and takes out how messages differ within topics: solves factor · z = vector − mean, then scales to 1. */
function whiten(vector: ArrayLike<number>, mean: ArrayLike<number>, factor: Float32Array): Float32Array {
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

/** The weight of a word that none of so many messages holds. */
function unknownWeight(messages: number): number {
  return Math.log(1 + messages);
}

/**
 * Words weighed by how often they are said and how rare they are, scaled to length 1. A word without a weight counts `unknown`: it
 * agrees with no topic, and leaves less to those that do.
 */
function weighWords(
  stems: readonly number[],
  wordWeights: ReadonlyMap<number, number>,
  unknown: number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const weighed = new Map<number, number>();
  let squares = 0;
  for (const [stem, count] of counts) {
    const weight = (1 + Math.log(count)) * (wordWeights.get(stem) ?? unknown);
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
  statistics: Omit<LearnedTopics, 'profiles'>,
  vector: ArrayLike<number>,
  stems: readonly number[],
): ReadMessage {
  return {
    vector: whiten(vector, statistics.mean, statistics.factor),
    words: weighWords(stems, statistics.wordWeights, unknownWeight(statistics.samples)),
  };
}

/** The sum of products of what two sets of weighed words share. */
function sharedWords(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [stem, weight] of a) sum += weight * (b.get(stem) ?? 0);
  return sum;
}

/** The length of a profile's vector and words together. */
export function profileLength(vector: Float32Array, words: ReadonlyMap<number, number>): number {
  return Math.sqrt(dot(vector, vector) + wordShareSquared * sharedWords(words, words));
}

/** How well a message fits a profile, about -1 to 1. */
export function profileScore({ vector, words }: ReadMessage, profile: TopicProfile): number {
  if (profile.length === 0) return 0;
  const agreement = dot(vector, profile.vector) + wordShareSquared * sharedWords(words, profile.words);
  return agreement / (profile.length * messageLength);
}

/** How much the raw cosine counts beside the profile when the question is whether a topic is known at all. */
const rawShare = 0.7;

/** How much a message resembles a known topic, -1 to 1, of its score on the topic's profile and its cosine to the topic's centre. */
export function knownScore(score: number, cosine: number): number {
  return (score + rawShare * cosine) / (1 + rawShare);
}
