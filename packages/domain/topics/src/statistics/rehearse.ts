import { cosineTo, lengthOf } from '../vectors.ts';
import { learnTopics } from './learn-topics.ts';
import {
  knownScore,
  profileScore,
  type ReadMessage,
  readMessage,
  type TopicProfile,
  type TopicSample,
} from './statistics.ts';

/** Rehearsals: in each one so many parts of the topics, and of the messages of the others, stay away. */
const rehearsals = 3;
/** Messages that are scored in one rehearsal, of each kind: evenly chosen ones of more. */
const scoredMax = 400;
/** Messages between two pauses. */
const slice = 32;

/** How messages scored that learning had not heard. */
export interface Rehearsed {
  /** Best known scores of messages on topics that were known, and were told to be theirs. */
  readonly known: number[];
  /** Best known scores of messages whose whole topic stayed away: each a new subject. */
  readonly fresh: number[];
  /** Profile scores of messages on their own topic. */
  readonly own: number[];
}

interface Topic {
  readonly topicId: string;
  readonly profile: TopicProfile;
  readonly centroid: Float32Array;
}

/**
 * Learns from a part of the messages several times and lets the others come as messages do: those of topics that it was given, and
 * those of topics that it never heard of. Pauses now and then by yielding.
 */
export function* rehearse(samples: readonly TopicSample[]): Generator<void, Rehearsed> {
  const regions = regionsOf(samples);
  const placesIn = new Map<string, number>();
  const placed = samples.map((sample) => {
    const region = regions.get(sample.topicId) ?? 0;
    const place = placesIn.get(sample.topicId) ?? 0;
    placesIn.set(sample.topicId, place + 1);
    return { sample, region, place };
  });
  const result: Rehearsed = { known: [], fresh: [], own: [] };
  for (let away = 0; away < rehearsals; away += 1) {
    const heard: TopicSample[] = [];
    const held: TopicSample[] = [];
    const fresh: TopicSample[] = [];
    for (const { place, region, sample } of placed) {
      const staysAway = place % rehearsals === away && placesIn.get(sample.topicId) !== 1;
      (region === away ? fresh : staysAway ? held : heard).push(sample);
    }
    if (heard.length > 0) yield* score(heard, held, fresh, result);
  }
  return result;
}

function* score(
  heard: readonly TopicSample[],
  held: readonly TopicSample[],
  fresh: readonly TopicSample[],
  into: Rehearsed,
): Generator<void, void> {
  const learned = yield* learnTopics(heard);
  const topics = topicsOf(heard, learned.profiles);
  for (const [n, { stems, topicId, vector }] of evenly(held).entries()) {
    const message = readMessage(learned, vector, stems);
    const best = bestOf(message, vector, topics);
    // One that would be filed wrongly loses nothing by a topic of its own.
    if (best.topicId === topicId) into.known.push(best.known);
    const own = learned.profiles.get(topicId);
    if (own !== undefined) into.own.push(profileScore(message, own));
    if (n % slice === slice - 1) yield;
  }
  for (const [n, { stems, vector }] of evenly(fresh).entries()) {
    into.fresh.push(bestOf(readMessage(learned, vector, stems), vector, topics).known);
    if (n % slice === slice - 1) yield;
  }
}

function evenly(samples: readonly TopicSample[]): TopicSample[] {
  const stride = Math.ceil(samples.length / scoredMax);
  return samples.filter((_, n) => n % stride === 0);
}

function topicsOf(heard: readonly TopicSample[], profiles: ReadonlyMap<string, TopicProfile>): Topic[] {
  const parts = Map.groupBy(heard, ({ topicId }) => topicId);
  return Array.from(profiles, ([topicId, profile]) => {
    const centroid = new Float32Array(profile.vector.length);
    for (const { vector } of parts.get(topicId) ?? [])
      for (let i = 0; i < centroid.length; i += 1)
        centroid[i] = (centroid[i] as number) + (vector[i] as number);
    return { topicId, profile, centroid };
  });
}

/** The topic that a message fits best, and the best of its known scores. */
function bestOf(message: ReadMessage, vector: Float32Array, topics: readonly Topic[]) {
  const length = lengthOf(vector);
  const best = { topicId: '', score: Number.NEGATIVE_INFINITY, known: Number.NEGATIVE_INFINITY };
  for (const { centroid, profile, topicId } of topics) {
    const score = profileScore(message, profile);
    best.known = Math.max(best.known, knownScore(score, cosineTo(vector, length, centroid)));
    if (score <= best.score) continue;
    best.topicId = topicId;
    best.score = score;
  }
  return best;
}

/** Parts topics into regions of equal size: a new subject seldom comes alone, what is near to it is new as well. */
function regionsOf(samples: readonly TopicSample[]): Map<string, number> {
  const centres = deviationsOf(samples);
  const ids = [...centres.keys()];
  const corners = cornersOf([...centres.values()]);
  const wishes = ids.flatMap((id) =>
    corners.map((corner, region) => {
      const centre = centres.get(id) as Float32Array;
      return { id, region, nearness: cosineTo(centre, lengthOf(centre), corner) };
    }),
  );
  wishes.sort((a, b) => b.nearness - a.nearness);
  const regions = new Map<string, number>();
  const free = corners.map(() => Math.ceil(ids.length / corners.length));
  for (const { id, region } of wishes) {
    if (regions.has(id) || (free[region] ?? 0) === 0) continue;
    regions.set(id, region);
    free[region] = (free[region] ?? 0) - 1;
  }
  return regions;
}

/** How the mean of each topic's messages lies to the mean of all topics. */
function deviationsOf(samples: readonly TopicSample[]): Map<string, Float32Array> {
  const topics = Map.groupBy(samples, ({ topicId }) => topicId);
  const means = new Map(
    Array.from(topics, ([id, own]) => [id, meanOf(own.map(({ vector }) => vector))] as const),
  );
  const centre = meanOf([...means.values()]);
  return new Map(Array.from(means, ([id, mean]) => [id, mean.map((value, i) => value - (centre[i] ?? 0))]));
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i += 1)
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length;
  return mean;
}

/** Directions that are far from each other: each next one resembles those before it least. */
function cornersOf(directions: readonly Float32Array[]): Float32Array[] {
  const corners: Float32Array[] = directions.slice(0, 1);
  while (corners.length < Math.min(rehearsals, directions.length)) {
    let next = directions[0] as Float32Array;
    let least = Number.POSITIVE_INFINITY;
    for (const direction of directions) {
      const length = lengthOf(direction);
      const nearest = Math.max(...corners.map((corner) => cosineTo(direction, length, corner)));
      if (nearest < least) {
        least = nearest;
        next = direction;
      }
    }
    corners.push(next);
  }
  return corners;
}
