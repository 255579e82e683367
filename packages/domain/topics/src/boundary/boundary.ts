import { isShortOrAnaphoric } from '../short-text.ts';
import { calibrated, cosine, hasDirection, mix, type ModelCalibration } from '../vectors.ts';
import { boundaryFeatureNames, boundaryFeatures, traceOf } from './boundary-features.ts';
import { type BoundaryState, freshBoundaryState } from './boundary-state.ts';
import { type BoundaryModel, boundaryModels } from './boundary-weights.ts';
import { type PackedVector, packVector, unpackVector } from './packed-vector.ts';

/** A message as the detector sees it. */
export interface BoundaryEvent {
  readonly text: string;
  /** Null when there is no embedder; then only the words decide. */
  readonly vector: ArrayLike<number> | null;
  /** Business time, milliseconds. */
  readonly now: number;
  readonly calibration: ModelCalibration;
}

/** What a message does to the conversation. */
export interface BoundaryResult {
  readonly boundary: boolean;
  /** 0 to 1: how sure that is, whichever way it went. */
  readonly confidence: number;
  /** What decided. */
  readonly reason: 'first' | 'resumed' | 'short' | 'message' | 'drift';
  readonly next: BoundaryState;
}

/** Silence after which a conversation counts as taken up again, seconds. */
const staleGapSeconds = 2_700;

const slowAlpha = 2 / 19;
const driftLeak = 0.6;
/** Drift at which a boundary is seen without any sudden turn: about five messages in a row off the average. */
const driftBound = 4;
/** Messages that only warm the slow average. */
const coldStart = 4;

function remember(state: BoundaryState, event: BoundaryEvent, drift: number): BoundaryState {
  const vector = event.vector !== null && hasDirection(event.vector) ? event.vector : null;
  const packed = vector === null ? null : packVector(vector);
  const slow =
    packed === null || state.slow === null
      ? (state.slow ?? packed)
      : packVector(mix(unpackVector(state.slow), unpackVector(packed), slowAlpha));
  return {
    count: state.count + 1,
    // A clock that jumps back does not make the past longer.
    lastAt: Math.max(event.now, state.lastAt ?? event.now),
    recent: [...state.recent, { ...traceOf(event.text), vector: packed }].slice(-3),
    slow,
    drift,
  };
}

/** The model that fits what is known: similarities need this message's vector and an earlier one. */
function modelFor(state: BoundaryState, event: BoundaryEvent): BoundaryModel {
  const comparable = event.vector !== null && state.recent.some((message) => message.vector !== null);
  return comparable ? boundaryModels.withVectors : boundaryModels.wordsOnly;
}

function probabilityOf(state: BoundaryState, event: BoundaryEvent, model: BoundaryModel): number {
  const features = boundaryFeatures(state, event);
  const sum = boundaryFeatureNames.reduce(
    (total, name) => total + features[name] * (model.weights[name] ?? 0),
    model.bias,
  );
  return 1 / (1 + Math.exp(-sum));
}

function driftOf(state: BoundaryState, event: BoundaryEvent): number {
  if (event.vector === null || state.slow === null || state.count < coldStart) return 0;
  const away = -calibrated(cosine(event.vector, unpackVector(state.slow)), event.calibration);
  return Math.min(driftLeak * state.drift + Math.min(Math.max(away, 0), 2), driftBound * 1.2);
}

/** Drops kept vectors of another length: the embedding model was changed, and the thread goes on. */
function ofSameLength(state: BoundaryState, vector: ArrayLike<number> | null): BoundaryState {
  if (vector === null) return state;
  const fits = (packed: PackedVector | null) =>
    packed !== null && unpackVector(packed).length === vector.length;
  return {
    ...state,
    recent: state.recent.map((message) => (fits(message.vector) ? message : { ...message, vector: null })),
    slow: fits(state.slow) ? state.slow : null,
  };
}

/**
 * Takes one message of a thread, whoever wrote it, in order. A pure step: the same state and message give the
 * same result. The first message and one after a silence of 2,700 s have nothing to be compared with and are no
 * boundary; a short or anaphoric message never is one. A boundary forgets the drift and the average.
 */
export function stepBoundary(previous: BoundaryState, input: BoundaryEvent): BoundaryResult {
  const vector = input.vector !== null && hasDirection(input.vector) ? input.vector : null;
  const state = ofSameLength(previous, vector);
  const event = { ...input, vector };
  const stale = state.lastAt !== null && event.now - state.lastAt > staleGapSeconds * 1_000;
  if (state.count === 0 || stale) {
    const reason = stale ? 'resumed' : 'first';
    return { boundary: false, confidence: 0.5, reason, next: remember(freshBoundaryState, event, 0) };
  }
  if (isShortOrAnaphoric(event.text)) {
    // The words of a "yes" say nothing about where the talk is going.
    return { boundary: false, confidence: 1, reason: 'short', next: remember(state, event, state.drift) };
  }
  const model = modelFor(state, event);
  const probability = probabilityOf(state, event, model);
  const drift = driftOf(state, event);
  if (probability >= model.threshold || drift >= driftBound) {
    const sudden = probability >= model.threshold;
    const confidence = sudden ? 0.5 + (0.5 * (probability - model.threshold)) / (1 - model.threshold) : 0.5;
    const cut = { ...state, slow: null, drift: 0 };
    return {
      boundary: true,
      confidence,
      reason: sudden ? 'message' : 'drift',
      next: remember(cut, event, 0),
    };
  }
  const confidence = 1 - (0.5 * probability) / model.threshold;
  return { boundary: false, confidence, reason: 'message', next: remember(state, event, drift) };
}
