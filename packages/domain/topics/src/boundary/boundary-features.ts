import { contentWords, extractCues } from '@salience/router';
import { countSentences, tokenise } from '@salience/language';
import { calibrated, cosine, mix, type ModelCalibration } from '../vectors.ts';
import { hashWord } from '../word-hash.ts';
import type { Averages } from './boundary-averages.ts';
import type { BoundaryState, MessageTrace } from './boundary-state.ts';
import { answersFirst, opens } from './boundary-words.ts';
import type { HeardVectors } from './heard-vectors.ts';

/** What the detector looks at, each about -1 to 1. The order is the order of the weights. */
export const boundaryFeatureNames = [
  'similarity_last',
  'similarity_best',
  'similarity_running',
  'similarity_slow',
  'drift',
  'surprise',
  'accumulated',
  'asks_now',
  'ends_asking',
  'asked_before',
  'ended_asking',
  'asked_two_before',
  'asks_unasked',
  'tells_unasked',
  'opens',
  'answers_first',
  'anaphoric',
  'second_person',
  'positive',
  'overlap',
  'length',
  'last_sentence',
  'sentences',
  'content',
  'new_words',
  'turns',
] as const;

/** The name of a feature. */
export type BoundaryFeature = (typeof boundaryFeatureNames)[number];

/** Words kept of one message. */
const wordsMax = 32;

/** A question mark of any script at the end, quotes and brackets aside. */
const endsWithQuestion = /[?？؟]["'”’»)\]\s]*$/u;

/** The trace of a message. */
export function traceOf(text: string): MessageTrace {
  const cues = extractCues(text);
  return {
    words: [...new Set(contentWords(text))].slice(0, wordsMax).map(hashWord),
    asks: cues.questionMark || cues.interrogative,
    endsAsking: endsWithQuestion.test(text.slice(-40)),
  };
}

const limit = (value: number) => Math.min(Math.max(value, -2), 2) / 2;

function similarities(heard: HeardVectors, vector: ArrayLike<number>, calibration: ModelCalibration) {
  const last = heard.recent.at(-1);
  if (last === undefined) return { last: 0, best: 0, running: 0, slow: 0 };
  const scale = (other: ArrayLike<number>) => limit(calibrated(cosine(vector, other), calibration));
  const each = heard.recent.map(scale);
  const running = heard.recent.reduce((mean, next) => mix(mean, next, 0.5));
  return {
    last: each.at(-1) ?? 0,
    best: Math.max(...each),
    running: scale(running),
    slow: heard.slow === null ? 0 : scale(heard.slow),
  };
}

/** A message in the light of what came before it. */
export interface BoundaryQuestion {
  readonly text: string;
  /** What `traceOf` gives of the text. */
  readonly trace: MessageTrace;
  /** Null: its similarities are 0. */
  readonly vector: ArrayLike<number> | null;
  readonly calibration: ModelCalibration;
  /** What the two averages say of it. */
  readonly averages: Averages;
}

/** The features of a message in the light of what came before. */
export function boundaryFeatures(
  state: BoundaryState,
  heard: HeardVectors,
  event: BoundaryQuestion,
): Readonly<Record<BoundaryFeature, number>> {
  const { text, trace, vector, averages } = event;
  const cues = extractCues(text);
  const tokens = tokenise(text);
  const known = new Set(state.recent.flatMap((message) => message.words));
  const shared = trace.words.filter((word) => known.has(word)).length;
  const [before, beforeThat] = [state.recent.at(-1), state.recent.at(-2)];
  const similarity =
    vector === null
      ? { last: 0, best: 0, running: 0, slow: 0 }
      : similarities(heard, vector, event.calibration);
  const sentences = countSentences(text.slice(0, 2_000));
  const bit = (yes: boolean | undefined) => (yes === true ? 1 : 0);
  return {
    similarity_last: similarity.last,
    similarity_best: similarity.best,
    similarity_running: similarity.running,
    similarity_slow: similarity.slow,
    drift: averages.drift / 4,
    surprise: averages.surprise / 4,
    accumulated: Math.min(averages.accumulated / 8, 1),
    asks_now: bit(trace.asks),
    ends_asking: bit(trace.endsAsking),
    asked_before: bit(before?.asks),
    ended_asking: bit(before?.endsAsking),
    asked_two_before: bit(beforeThat?.asks),
    asks_unasked: bit(trace.endsAsking) * (1 - bit(before?.asks)),
    tells_unasked: (1 - bit(trace.asks)) * (1 - bit(before?.asks)),
    opens: bit(opens(tokens)),
    answers_first: bit(answersFirst(tokens)),
    anaphoric: bit(cues.anaphoric),
    second_person: bit(cues.secondPerson),
    positive: bit(cues.positiveFeedback),
    overlap: trace.words.length === 0 ? 0 : shared / trace.words.length,
    length: Math.min(cues.tokenCount / 20, 1),
    last_sentence: Math.min(tokenise(sentences.last).length / 12, 1),
    sentences: Math.min(sentences.count / 4, 1),
    content: Math.min(trace.words.length / 6, 1),
    new_words: Math.min((trace.words.length - shared) / 6, 1),
    turns: Math.min(state.count / 10, 1),
  };
}
