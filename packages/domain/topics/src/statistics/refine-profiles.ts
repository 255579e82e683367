import type { LearnedMessage } from './profiles.ts';
import { profileScore, type TopicProfile } from './statistics.ts';

/** How much more a message scores on its own topic than on any other before it moves neither. */
const margin = 0.4;
/** How far a message moves them the first time it comes, as a share of its own length, and how that falls with each round. */
const firstStep = 0.04;
const stepFall = 0.2;
const rounds = 8;
/** What a round leaves of a profile: what only one message asked for fades. */
const kept = 0.999;
/** Other topics that a message is held against after the first look: those it fits best. */
const rivalsMax = 16;
/** Comparisons of the first look; of more messages or topics than that, evenly chosen messages move profiles. */
const looksMax = 1_000_000;
/** Comparisons between two pauses. */
const slice = 8_192;

interface Draft {
  readonly vector: Float32Array;
  readonly words: Map<number, number>;
  readonly length: 1;
}

interface Case {
  readonly message: LearnedMessage;
  readonly own: Draft;
  readonly rivals: readonly Draft[];
}

/**
 * Profiles that tell topics apart, from those that only say what is common within each: a message that scores hardly more on its own
 * topic than on another pulls its own towards itself and pushes the other away, a few rounds long, one message of each topic after
 * the other. Lengths are 1 afterwards. Deterministic: products, sums and comparisons. Pauses now and then by yielding.
 */
export function* refineProfiles(
  profiles: ReadonlyMap<string, TopicProfile>,
  messages: readonly LearnedMessage[],
): Generator<void, Map<string, TopicProfile>> {
  const drafts = new Map(Array.from(profiles, ([id, profile]) => [id, draftOf(profile)]));
  const cases: Case[] = [];
  for (const [n, message] of inTurns(messages, drafts.size).entries()) {
    const own = drafts.get(message.topicId);
    if (own !== undefined) cases.push({ message, own, rivals: rivalsOf(message, own, drafts) });
    if (((n + 1) * drafts.size) % slice < drafts.size) yield;
  }
  for (let round = 0; round < rounds; round += 1) {
    const step = firstStep / (1 + stepFall * round);
    for (const [n, item] of cases.entries()) {
      teach(item, step);
      if (((n + 1) * rivalsMax) % slice < rivalsMax) yield;
    }
    for (const draft of drafts.values()) fade(draft);
    yield;
  }
  return drafts;
}

/** A profile of length 1 that may be changed. */
function draftOf({ length, vector, words }: TopicProfile): Draft {
  const scale = length === 0 ? 1 : 1 / length;
  return {
    vector: vector.map((value) => value * scale),
    words: new Map(Array.from(words, ([stem, weight]) => [stem, weight * scale])),
    length: 1,
  };
}

/** The first message of each topic, then the second of each, and so on; every second, third, … of each where there are too many. */
function inTurns(messages: readonly LearnedMessage[], topics: number): LearnedMessage[] {
  const places = new Map<string, number>();
  const placed = messages.map((message, n) => {
    const place = places.get(message.topicId) ?? 0;
    places.set(message.topicId, place + 1);
    return { message, place, n };
  });
  placed.sort((a, b) => a.place - b.place || a.n - b.n);
  const stride = Math.ceil((messages.length * topics) / looksMax);
  return placed.filter(({ place }) => place % stride === 0).map(({ message }) => message);
}

function rivalsOf(message: LearnedMessage, own: Draft, drafts: ReadonlyMap<string, Draft>): Draft[] {
  const scored = Array.from(drafts.values(), (draft) => ({ draft, score: profileScore(message, draft) }));
  return scored
    .filter(({ draft }) => draft !== own)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, rivalsMax)
    .map(({ draft }) => draft);
}

function teach({ message, own, rivals }: Case, step: number): void {
  let nearest: Draft | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const rival of rivals) {
    const score = profileScore(message, rival);
    if (score <= most) continue;
    most = score;
    nearest = rival;
  }
  if (nearest === undefined || most <= profileScore(message, own) - margin) return;
  move(own, message, step);
  move(nearest, message, -step);
}

/** Moves a profile by a share of a message. */
function move({ vector, words }: Draft, message: LearnedMessage, share: number): void {
  for (let i = 0; i < vector.length; i += 1)
    vector[i] = (vector[i] as number) + share * (message.vector[i] as number);
  for (const [stem, weight] of message.words) words.set(stem, (words.get(stem) ?? 0) + share * weight);
}

function fade({ vector, words }: Draft): void {
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) * kept;
  for (const [stem, weight] of words) words.set(stem, weight * kept);
}
