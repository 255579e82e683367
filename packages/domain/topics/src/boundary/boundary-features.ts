import { contentWords, extractCues, tokenise } from '@salience/router';
import { calibrated, cosine, mix, type ModelCalibration } from '../vectors.ts';
import { opens } from './boundary-words.ts';
import { unpackVector } from './packed-vector.ts';
import type { BoundaryState, MessageTrace } from './boundary-state.ts';

/** What the detector looks at, each about -1 to 1. The order is the order of the weights. */
export const boundaryFeatureNames = [
  'similarity_last',
  'similarity_best',
  'similarity_running',
  'asks_now',
  'asked_before',
  'opens',
  'anaphoric',
  'second_person',
  'overlap',
  'length',
  'new_words',
  'turns',
] as const;

/** The name of a feature. */
export type BoundaryFeature = (typeof boundaryFeatureNames)[number];

/** 32-bit FNV-1a: tells words apart without keeping them. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Words kept of one message. */
const wordsMax = 32;

/** The trace of a message. */
export function traceOf(text: string): MessageTrace {
  const cues = extractCues(text);
  return {
    words: [...new Set(contentWords(text))].slice(0, wordsMax).map(hashWord),
    asks: cues.questionMark || cues.interrogative,
  };
}

const limit = (value: number) => Math.min(Math.max(value, -2), 2) / 2;

function similarities(state: BoundaryState, vector: ArrayLike<number>, calibration: ModelCalibration) {
  const recent = state.recent
    .map((message) => message.vector)
    .filter((packed) => packed !== null)
    .map(unpackVector);
  const last = recent.at(-1);
  if (last === undefined) return { last: 0, best: 0, running: 0 };
  const scale = (other: ArrayLike<number>) => limit(calibrated(cosine(vector, other), calibration));
  const running = recent.reduce((mean, next) => mix(mean, next, 0.5));
  return { last: scale(last), best: Math.max(...recent.map(scale)), running: scale(running) };
}

/** The features of a message in the light of what came before. Without a vector its similarities are 0. */
export function boundaryFeatures(
  state: BoundaryState,
  event: {
    readonly text: string;
    readonly vector: ArrayLike<number> | null;
    readonly calibration: ModelCalibration;
  },
): Readonly<Record<BoundaryFeature, number>> {
  const cues = extractCues(event.text);
  const tokens = tokenise(event.text);
  const trace = traceOf(event.text);
  const known = new Set(state.recent.flatMap((message) => message.words));
  const shared = trace.words.filter((word) => known.has(word)).length;
  const before = state.recent.at(-1);
  const similarity =
    event.vector === null
      ? { last: 0, best: 0, running: 0 }
      : similarities(state, event.vector, event.calibration);
  const bit = (yes: boolean) => (yes ? 1 : 0);
  return {
    similarity_last: similarity.last,
    similarity_best: similarity.best,
    similarity_running: similarity.running,
    asks_now: bit(trace.asks),
    asked_before: bit(before?.asks ?? false),
    opens: bit(opens(tokens)),
    anaphoric: bit(cues.anaphoric),
    second_person: bit(cues.secondPerson),
    overlap: trace.words.length === 0 ? 0 : shared / trace.words.length,
    length: Math.min(cues.tokenCount / 20, 1),
    new_words: Math.min((trace.words.length - shared) / 6, 1),
    turns: Math.min(state.count / 10, 1),
  };
}
