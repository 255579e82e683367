import { SalienceError } from '@salience/errors';
import { dot, type ModelCalibration } from '../vectors.ts';
import { choleskyFactor, shrunkCovariance } from './covariance.ts';
import {
  fit,
  profileLength,
  type ReadMessage,
  sharedWords,
  type TopicProfile,
  type TopicSample,
  type TopicStatistics,
  weighWords,
  whiten,
} from './statistics.ts';

/** Stored messages from which statistics are worth learning. */
export const samplesMin = 500;
/** Within topics is looked only when that many messages stand beside another one of their topic. */
const freedomMin = 256;
/** Words kept of one topic: its heaviest. */
const profileWordsMax = 200;
/** Shares of messages that score less on their own topic: hardly any, and one in eight. */
const lineShares = { newTopic: 0.015, sameTopic: 0.12 } as const;
const lineGapMin = 0.02;
/** Messages between two pauses. */
const slice = 64;

interface Group {
  readonly members: number[];
  readonly mean: Float64Array;
}

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
  const groups = groupsOf(samples, size);
  const mean = meanOf(samples, size);
  const freedom = samples.length - groups.size;
  const within = freedom >= freedomMin;
  const deviations = samples.map(({ vector, topicId }) => {
    const centre = within ? (groups.get(topicId)?.mean ?? mean) : mean;
    return vector.map((value, i) => value - (centre[i] ?? 0));
  });
  const covariance = yield* shrunkCovariance(deviations, size, within ? freedom : samples.length);
  const factor = yield* choleskyFactor(covariance, size);
  const wordWeights = rarity(samples);
  const read: ReadMessage[] = [];
  for (const [n, { vector, stems }] of samples.entries()) {
    read.push({ vector: whiten(vector, mean, factor), words: weighWords(stems, wordWeights) });
    if (n % slice === slice - 1) yield;
  }
  const whole = new Map(
    Array.from(groups, ([topicId, { members }]) => [topicId, profileOf(members, read, size)]),
  );
  const lines = linesOf(groups, whole, read);
  const profiles = new Map(Array.from(whole, ([topicId, profile]) => [topicId, shortened(profile)]));
  return { samples: samples.length, mean: Float32Array.from(mean), factor, wordWeights, profiles, lines };
}

function meanOf(samples: readonly TopicSample[], size: number): Float64Array {
  const mean = new Float64Array(size);
  for (const { vector } of samples)
    for (let i = 0; i < size; i += 1) mean[i] = (mean[i] as number) + (vector[i] as number) / samples.length;
  return mean;
}

function groupsOf(samples: readonly TopicSample[], size: number): Map<string, Group> {
  const groups = new Map<string, number[]>();
  for (const [n, { topicId }] of samples.entries()) {
    const members = groups.get(topicId);
    if (members === undefined) groups.set(topicId, [n]);
    else members.push(n);
  }
  return new Map(
    Array.from(groups, ([topicId, members]) => {
      const own = members.flatMap((n) => samples[n] ?? []);
      return [topicId, { members, mean: meanOf(own, size) }];
    }),
  );
}

/** Logarithm of how few messages hold a word. */
function rarity(samples: readonly TopicSample[]): Map<number, number> {
  const documents = new Map<number, number>();
  for (const { stems } of samples)
    for (const stem of new Set(stems)) documents.set(stem, (documents.get(stem) ?? 0) + 1);
  return new Map(
    Array.from(documents, ([stem, count]) => [stem, Math.log((1 + samples.length) / (1 + count))]),
  );
}

function profileOf(members: readonly number[], read: readonly ReadMessage[], size: number): TopicProfile {
  const vector = new Float32Array(size);
  const words = new Map<number, number>();
  for (const n of members) {
    const message = read[n];
    if (message === undefined) continue;
    for (let i = 0; i < size; i += 1)
      vector[i] = (vector[i] as number) + (message.vector[i] as number) / members.length;
    for (const [stem, weight] of message.words)
      words.set(stem, (words.get(stem) ?? 0) + weight / members.length);
  }
  return { vector, words, length: profileLength(vector, words) };
}

/** Keeps the heaviest words; the length stays that of all, so that scores stay what they were. */
function shortened(profile: TopicProfile): TopicProfile {
  if (profile.words.size <= profileWordsMax) return profile;
  const heaviest = [...profile.words].toSorted((a, b) => b[1] - a[1]).slice(0, profileWordsMax);
  return { ...profile, words: new Map(heaviest) };
}

/** Where messages lie on their own topic's profile when it is made without them. */
function linesOf(
  groups: ReadonlyMap<string, Group>,
  profiles: ReadonlyMap<string, TopicProfile>,
  read: readonly ReadMessage[],
): ModelCalibration {
  const scores: number[] = [];
  for (const [topicId, { members }] of groups) {
    const profile = profiles.get(topicId);
    if (profile === undefined || members.length < 2) continue;
    const others = members.length - 1;
    for (const n of members) {
      const message = read[n];
      if (message === undefined) continue;
      const self = message.words.size === 0 ? 0 : 1;
      const vectors = (members.length * dot(message.vector, profile.vector) - 1) / others;
      const words = (members.length * sharedWords(message.words, profile.words) - self) / others;
      scores.push(fit({ vectors, words }, profile.length));
    }
  }
  const sorted = scores.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  // Topics of one message each tell nothing of how messages of one topic resemble each other.
  const newTopicCosine = at(lineShares.newTopic) ?? 0.1;
  const sameTopicCosine = Math.max(at(lineShares.sameTopic) ?? 0.3, newTopicCosine + lineGapMin);
  return { sameTopicCosine, newTopicCosine };
}
