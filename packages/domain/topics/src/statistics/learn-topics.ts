import { type LearnedMessage, profilesOf, rarity } from './profiles.ts';
import { refineProfiles } from './refine-profiles.ts';
import { type LearnedTopics, readMessage, type TopicProfile, type TopicSample } from './statistics.ts';
import { learnWhitening } from './whitening.ts';

/** Words kept of one topic: its heaviest. */
const profileWordsMax = 200;
/** Messages between two pauses. */
const slice = 64;

/** Learns what tells topics apart. Deterministic in the order of the samples; pauses now and then by yielding. */
export function* learnTopics(samples: readonly TopicSample[]): Generator<void, LearnedTopics> {
  const { mean, factor } = yield* learnWhitening(samples, samples[0]?.vector.length ?? 0);
  const learned = { samples: samples.length, mean, factor, wordWeights: rarity(samples) };
  const read: LearnedMessage[] = [];
  for (const [n, { topicId, vector, stems }] of samples.entries()) {
    read.push({ topicId, ...readMessage(learned, vector, stems) });
    if (n % slice === slice - 1) yield;
  }
  const refined = yield* refineProfiles(profilesOf(read), read);
  const profiles = new Map(Array.from(refined, ([topicId, profile]) => [topicId, shortened(profile)]));
  return { ...learned, profiles };
}

/** Keeps the heaviest words; the length stays that of all, so that scores stay what they were. */
function shortened(profile: TopicProfile): TopicProfile {
  if (profile.words.size <= profileWordsMax) return profile;
  const heaviest = [...profile.words]
    .toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, profileWordsMax);
  return { ...profile, words: new Map(heaviest) };
}
