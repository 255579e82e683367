import { contentWords, extractCues } from '@salience/router';
import { countSentences, tokenise } from '@salience/language';
import { calibrated, cosine, mix, type ModelCalibration, unit } from '../vectors.ts';
import { hashWord } from '../word-hash.ts';
import type { Averages } from './boundary-averages.ts';
import type { BoundaryFeature } from './boundary-feature-names.ts';
import { unusual } from './boundary-levels.ts';
import type { Meaning } from './boundary-meaning.ts';
import type { BoundaryModels } from './boundary-model.ts';
import { type BoundaryState, type LevelName, levelNames, type MessageTrace } from './boundary-state.ts';
import { answersFirst, opens } from './boundary-words.ts';
import type { HeardVectors } from './heard-vectors.ts';

/** Words kept of one message. */
const wordsMax = 32;
/** Characters of a message that are read for its sentences. */
const readMax = 2_000;

/** A question mark of any script at the end, quotes and brackets aside. */
const endsWithQuestion = /[?？؟]["'”’»)\]\s]*$/u;

const hashed = (text: string) => [...new Set(contentWords(text))].slice(0, wordsMax).map(hashWord);

/** The trace of a message. */
export function traceOf(text: string): MessageTrace {
  const cues = extractCues(text);
  const { actRequest, answerRequest, interrogative, need, questionMark } = cues;
  return {
    words: hashed(text),
    asks: questionMark || interrogative,
    endsAsking: endsWithQuestion.test(text.slice(-40)),
    requests: actRequest || answerRequest || need,
    opens: opens(tokenise(text.slice(0, readMax))),
  };
}

const limit = (value: number, most: number) => Math.min(Math.max(value, -most), most) / most;
const bit = (yes: boolean | undefined) => (yes === true ? 1 : 0);

/** How a message resembles what was heard before it, on the embedding model's own scale, -1 to 1. */
export interface Similarities {
  readonly last: number;
  readonly best: number;
  readonly running: number;
  readonly slow: number;
  /** The direction of the last three messages together, the newest counting most. */
  readonly before: readonly number[];
}

/** Compares a message with what was heard; null where there is nothing to compare. */
export function similarities(
  heard: HeardVectors,
  vector: ArrayLike<number> | null,
  calibration: ModelCalibration,
): Similarities | null {
  if (vector === null || heard.recent.length === 0) return null;
  const scale = (other: ArrayLike<number>) => limit(calibrated(cosine(vector, other), calibration), 2);
  const each = heard.recent.map(scale);
  const before = heard.recent.map(unit).reduce((mean, next) => mix(mean, next, 0.5));
  return {
    last: each.at(-1) ?? 0,
    best: Math.max(...each),
    running: scale(before),
    slow: heard.slow === null ? 0 : scale(heard.slow),
    before,
  };
}

/** A message in the light of what came before it. */
export interface BoundaryQuestion {
  readonly text: string;
  /** What `traceOf` gives of the text. */
  readonly trace: MessageTrace;
  /** Null: there is nothing to compare, its similarities are 0. */
  readonly similar: Similarities | null;
  /** Null: the directions say nothing of it. */
  readonly meaning: Meaning | null;
  /** What the two averages say of it. */
  readonly averages: Averages;
  /** What is usual in talk of all kinds. */
  readonly usual: BoundaryModels['levels'];
}

/** What of a message has a usual level in its thread, as far as it can be told. */
export function levelledOf(
  state: BoundaryState,
  { similar, trace }: Pick<BoundaryQuestion, 'similar' | 'trace'>,
): Partial<Record<LevelName, number>> {
  const overlap = overlapWith(state, trace.words);
  if (similar === null) return { overlap };
  const { best, last, running, slow } = similar;
  return { last, best, running, slow, overlap };
}

/** The share of words that the last messages hold too, 0 to 1; 0 for none. */
function overlapWith({ recent }: BoundaryState, words: readonly number[]): number {
  const known = new Set(recent.flatMap((message) => message.words));
  const shared = words.filter((word) => known.has(word)).length;
  return words.length === 0 ? 0 : shared / words.length;
}

/** What a thread's own level says of a message. */
function unusualOf(state: BoundaryState, question: BoundaryQuestion) {
  const values = levelledOf(state, question);
  const of = (name: LevelName): number => {
    const value = values[name];
    return value === undefined ? 0 : unusual(value, state.levels[name], question.usual[name]) / 3;
  };
  const [last, best, running, slow, overlap] = levelNames.map(of) as [number, number, number, number, number];
  return {
    unusual_last: last,
    unusual_best: best,
    unusual_running: running,
    unusual_slow: slow,
    unusual_overlap: overlap,
  };
}

/** What the words of a message show, its last sentence by itself: that is where a message of several turns to something else. */
function wordFeatures(state: BoundaryState, { text, trace }: BoundaryQuestion) {
  const cues = extractCues(text);
  const overlap = overlapWith(state, trace.words);
  const { count, last } = countSentences(text.slice(0, readMax));
  const lastCues = extractCues(last);
  const [tokens, lastTokens] = [tokenise(text.slice(0, readMax)), tokenise(last)];
  const lastAsks = bit(lastCues.interrogative || (trace.endsAsking ?? false));
  return {
    anaphoric: bit(cues.anaphoric),
    second_person: bit(cues.secondPerson),
    positive: bit(cues.positiveFeedback),
    greets: bit(cues.greeting),
    states: bit(cues.declarative),
    has_numbers: bit(/\d/u.test(text)),
    answers_first: bit(answersFirst(tokens)),
    overlap,
    length: Math.min(cues.tokenCount / 20, 1),
    sentences: Math.min(count / 4, 1),
    content: Math.min(trace.words.length / 6, 1),
    new_words: Math.min((trace.words.length * (1 - overlap)) / 6, 1),
    last_asks: lastAsks,
    last_opens: bit(opens(lastTokens)),
    last_anaphoric: bit(lastCues.anaphoric),
    last_second_person: bit(lastCues.secondPerson),
    last_overlap: overlapWith(state, hashed(last)),
    last_sentence: Math.min(lastTokens.length / 12, 1),
    turns_to_ask: bit(count > 1) * lastAsks,
  };
}

/** The features of a message in the light of what came before. */
export function boundaryFeatures(
  state: BoundaryState,
  question: BoundaryQuestion,
): Readonly<Record<BoundaryFeature, number>> {
  const { averages, meaning, similar, trace } = question;
  const [before, beforeThat] = [state.recent.at(-1), state.recent.at(-2)];
  const { best = 0, last = 0, running = 0, slow = 0 } = similar ?? {};
  return {
    similarity_last: last,
    similarity_best: best,
    similarity_running: running,
    similarity_slow: slow,
    ...unusualOf(state, question),
    fall: similar === null || state.nearest === null ? 0 : limit(state.nearest - best, 1),
    opening: meaning?.opening ?? 0,
    parting: meaning?.parting ?? 0,
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
    opens: bit(trace.opens),
    opened_before: bit(before?.opens),
    requests: bit(trace.requests),
    requested_before: bit(before?.requests),
    ...wordFeatures(state, question),
    young: 1 / (1 + state.since),
  };
}
