import { messageSalience } from './message-salience.ts';
import { nameTopic } from './name-topic.ts';
import {
  knownScore,
  profileScore,
  type ReadMessage,
  readMessage,
  type TopicStatistics,
} from './statistics/statistics.ts';
import { calibrated, cosineTo, floats, hasDirection, lengthOf, type ModelCalibration } from './vectors.ts';
import { wordStems } from './word-hash.ts';

/** A topic as assignment needs it. */
export interface KnownTopic {
  readonly id: string;
  readonly name: string;
  /** Where its messages lie; empty while none taught anything. */
  readonly centroid: ArrayLike<number>;
  /** Business time, milliseconds. */
  readonly lastSeenAt: number;
  /** Mean salience of its messages, 0 to 1. */
  readonly avgSalience: number;
}

/** A message to be given a topic. */
export interface TopicQuestion {
  /** Names the topic if it is a new one and `nameFrom` is left out. */
  readonly text: string;
  /** Names the topic if it is a new one, where not all of the text is about it. */
  readonly nameFrom?: string;
  /** Null when the embedder is down. */
  readonly vector: ArrayLike<number> | null;
  readonly modelCalibration: ModelCalibration;
  /** Topics whose centroids come from the same model. */
  readonly topics: readonly KnownTopic[];
  /** The thread's topic before this message; null when it has none. */
  readonly currentTopicId: string | null;
  /** Such a message never opens a topic. */
  readonly isShortOrAnaphoric: boolean;
  /** What the boundary detector says; leave it out where there is none. */
  readonly boundary?: boolean;
  /** What the agent's stored messages say of its topics, of the same model; leave it out while there are too few. */
  readonly statistics?: TopicStatistics | null;
  /** Business time, milliseconds. */
  readonly now: number;
}

/** The topic of a message. `confidence` is 0 to 1; `switched` says that the thread was on another one. */
export type TopicAnswer =
  | {
      readonly kind: 'existing';
      readonly topicId: string;
      readonly confidence: number;
      readonly switched: boolean;
      /** False when the message says too little to move the topic's centroid. */
      readonly movesCentroid: boolean;
    }
  | {
      readonly kind: 'new';
      readonly name: string;
      readonly confidence: number;
      readonly switched: boolean;
      readonly movesCentroid: boolean;
    };

/** Where messages go that say nothing about a topic. */
export const generalTopicName = 'general';
/** Confidence of an assignment that nothing speaks for. */
const fallbackConfidence = 0.2;

/** How long a topic counts as the one being talked about, milliseconds. */
const recencyMs = 30 * 60_000;
/** Bonus of the current topic, in units between the model's two lines; fades over the half hour. */
const recencyBonus = 0.5;
const candidatesMax = 5;
/** Topics that are looked at closely: the nearest by raw cosine, which hardly ever misses the right one among them. */
const comparedMax = 64;
/** Calibrated similarity that leads away from a topic although no boundary was heard; 1 is the model's "same topic" line. */
const sureMatch = 1.5;
const weights = { semantic: 0.6, freshness: 0.3, salience: 0.1 } as const;
const freshnessSeconds = 300;

const clamp = (value: number) => Math.min(Math.max(value, 0), 1);

/** A topic beside a message. Both numbers are calibrated, bonus of the current topic included: 0 is a new topic's line, 1 the same topic's. */
export interface Candidate {
  readonly topic: KnownTopic;
  /** Which topic fits best: by the agent's statistics where there are any, else by the cosine to the centroid. */
  readonly rank: number;
  /** Whether it is known at all: the raw cosine and the statistics together, on the agent's own scale. */
  readonly similarity: number;
}

/**
 * The topics of a message, the one that fits best first; without a vector none. What `assignTopic` decides by. Throws what comparing
 * vectors of different models throws.
 */
export function rankTopics(question: TopicQuestion): Candidate[] {
  const { vector } = question;
  const statistics = question.statistics ?? undefined;
  if (vector === null || !hasDirection(vector)) return [];
  const fits = statistics?.mean.length === vector.length ? statistics : undefined;
  const near = nearestOf(question, floats(vector), fits === undefined ? question.topics.length : comparedMax);
  if (fits === undefined)
    return near.map(({ topic, raw, bonus }) => ({ topic, rank: raw + bonus, similarity: raw + bonus }));
  const message = readMessage(fits, vector, wordStems(question.text));
  return near.map((near) => candidateOf(near, fits, message)).toSorted((a, b) => b.rank - a.rank);
}

function candidateOf(
  { bonus, cosine, raw, topic }: Near,
  { knownLines, lines, profiles }: TopicStatistics,
  message: ReadMessage,
): Candidate {
  const profile = profiles.get(topic.id);
  // Later than the statistics: it has its centroid only.
  if (profile === undefined) return { topic, rank: raw + bonus, similarity: raw + bonus };
  const score = profileScore(message, profile);
  const rank = calibrated(score, lines);
  const similarity =
    knownLines === null ? (raw + rank) / 2 : calibrated(knownScore(score, cosine), knownLines);
  return { topic, rank: rank + bonus, similarity: similarity + bonus };
}

interface Near {
  readonly topic: KnownTopic;
  readonly cosine: number;
  /** The cosine on the model's scale. */
  readonly raw: number;
  readonly bonus: number;
}

/** The `most` topics with the highest raw cosine, calibrated, with the bonus of the current one; the nearest first. */
function nearestOf(question: TopicQuestion, vector: Float32Array, most: number): Near[] {
  const length = lengthOf(vector);
  const { topics } = question;
  // Numbers before objects: of some hundred topics most are only passed by.
  const cosines = new Float64Array(topics.length);
  const totals = new Float64Array(topics.length);
  for (let place = 0; place < topics.length; place += 1) {
    const topic = topics[place] as KnownTopic;
    // "General" is a bin, not a subject: its centroid is near to everything and would swallow it.
    const named = topic.name !== generalTopicName && topic.centroid.length > 0;
    if (named) cosines[place] = cosineTo(vector, length, floats(topic.centroid));
    const raw = calibrated(cosines[place] as number, question.modelCalibration);
    totals[place] = named ? raw + bonusOf(topic, question) : Number.NEGATIVE_INFINITY;
  }
  const line = most < topics.length ? (totals.toSorted()[topics.length - most] as number) : -Infinity;
  return topics
    .flatMap((topic, place) => {
      const total = totals[place] as number;
      if (total < line || total === Number.NEGATIVE_INFINITY) return [];
      const cosine = cosines[place] as number;
      const raw = calibrated(cosine, question.modelCalibration);
      return [{ topic, cosine, raw, bonus: bonusOf(topic, question) }];
    })
    .sort((a, b) => b.raw + b.bonus - (a.raw + a.bonus))
    .slice(0, most);
}

function bonusOf(topic: KnownTopic, { boundary, currentTopicId, now }: TopicQuestion): number {
  if (topic.id !== currentTopicId || boundary === true) return 0;
  const age = Math.max(now - topic.lastSeenAt, 0);
  return recencyBonus * clamp(1 - age / recencyMs);
}

/** The cost of putting a message into a topic; the lowest wins. A fresh topic may beat a slightly nearer old one. */
function switchCost(candidate: Candidate, question: TopicQuestion, salience: number): number {
  const ageSeconds = Math.max(question.now - candidate.topic.lastSeenAt, 0) / 1_000;
  return (
    weights.semantic * (1 - candidate.rank) +
    weights.freshness * Math.tanh(ageSeconds / freshnessSeconds) +
    weights.salience * Math.abs(salience - candidate.topic.avgSalience)
  );
}

function stay(
  question: TopicQuestion,
  topicId: string,
  confidence: number,
  movesCentroid: boolean,
): TopicAnswer {
  const switched = question.currentTopicId !== null && question.currentTopicId !== topicId;
  return { kind: 'existing', topicId, confidence: clamp(confidence), switched, movesCentroid };
}

/**
 * The topic of a message when nothing can be compared, as with the embedder down: "general", whether it exists
 * yet or not, with low confidence. The zero vector of a failed embedder ends here too and never makes a topic.
 */
export function fallbackTopic(
  topics: readonly Pick<KnownTopic, 'id' | 'name'>[] = [],
  currentTopicId: string | null = null,
): TopicAnswer {
  const general = topics.find((topic) => topic.name === generalTopicName);
  const switched = currentTopicId !== null && currentTopicId !== general?.id;
  const common = { confidence: fallbackConfidence, switched, movesCentroid: false };
  return general === undefined
    ? { kind: 'new', name: generalTopicName, ...common }
    : { kind: 'existing', topicId: general.id, ...common };
}

/** A message that leans on the conversation stays in it; without one it goes to a sure match or to "general". */
function assignShort(question: TopicQuestion, candidates: readonly Candidate[]): TopicAnswer {
  const { currentTopicId } = question;
  if (currentTopicId !== null) {
    const similarity = candidates.find((candidate) => candidate.topic.id === currentTopicId)?.similarity ?? 0;
    return stay(question, currentTopicId, 0.5 + 0.5 * clamp(similarity), false);
  }
  const best = candidates[0];
  if (best !== undefined && best.similarity >= 1) return stay(question, best.topic.id, 0.5, false);
  return fallbackTopic(question.topics);
}

/**
 * Gives a message its topic: an existing one or the name of a new one. Pure; the current topic is what the
 * thread was on before the message. Short and anaphoric messages never open a topic. A detected boundary takes
 * the current topic's bonus away and asks for a surer match; where the detector sees none, a message that
 * resembles nothing stays where it is, unless it is foreign to that as well. Throws what comparing vectors of different models throws.
 */
export function assignTopic(question: TopicQuestion): TopicAnswer {
  const { vector, currentTopicId } = question;
  if (vector === null || !hasDirection(vector)) return fallbackTopic(question.topics, currentTopicId);
  const candidates = rankTopics(question);
  if (question.isShortOrAnaphoric) return assignShort(question, candidates);

  const needed = question.boundary === true ? 0.5 : 0;
  // Where the detector hears the talk flow on, only a sure match leads away from the current topic.
  const away = question.boundary === false && currentTopicId !== null ? sureMatch : needed;
  const near = candidates
    .slice(0, candidatesMax)
    .filter(({ topic, similarity }) => similarity >= (topic.id === currentTopicId ? needed : away));
  const salience = messageSalience(question.text);
  const [chosen] = near.toSorted(
    (a, b) => switchCost(a, question, salience) - switchCost(b, question, salience),
  );
  if (chosen !== undefined) {
    return stay(question, chosen.topic.id, 0.5 + 0.5 * clamp(chosen.similarity), true);
  }
  const best = Math.max(...candidates.map(({ similarity }) => similarity));
  const current = candidates.find((candidate) => candidate.topic.id === currentTopicId);
  if (question.boundary === false && current !== undefined) {
    // Talk that flows on often resembles its own past little; low resemblance alone opens nothing.
    return stay(question, current.topic.id, fallbackConfidence, false);
  }
  const taken = question.topics.map((topic) => topic.name);
  return {
    kind: 'new',
    name: nameTopic(question.nameFrom ?? question.text, [...taken, generalTopicName]),
    confidence: clamp(0.5 + 0.5 * (needed - best)),
    switched: currentTopicId !== null,
    movesCentroid: true,
  };
}
