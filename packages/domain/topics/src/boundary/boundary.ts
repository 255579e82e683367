import { isShortOrAnaphoric } from '../short-text.ts';
import { calibrated, cosine, hasDirection, type ModelCalibration } from '../vectors.ts';
import { type Averages, stepAverages } from './boundary-averages.ts';
import {
  type BoundaryFeature,
  boundaryFeatureNames,
  boundaryFeatures,
  traceOf,
} from './boundary-features.ts';
import { type BoundaryState, freshBoundaryState, type MessageTrace } from './boundary-state.ts';
import type { BoundaryModel, BoundaryModels } from './boundary-model.ts';
import { boundaryModels } from './boundary-weights.ts';
import {
  type HeardVector,
  heardVector,
  type HeardVectors,
  heardVectors,
  nothingHeard,
} from './heard-vectors.ts';
import { type PackedVector, packedLength } from './packed-vector.ts';

/** A message as the detector sees it. */
export interface BoundaryEvent {
  readonly text: string;
  /** Null when there is no embedder; then only the words decide. */
  readonly vector: ArrayLike<number> | null;
  /** Business time, milliseconds. */
  readonly now: number;
  readonly calibration: ModelCalibration;
  /** How firmly the thread is held on its subject: asked for, or by a long stay on one topic. Leave it out where it is not. */
  readonly focus?: Focus | null;
}

/** Who holds a thread on its subject. */
export type Focus = 'explicit' | 'inferred';

/** What a message does to the conversation. */
export interface BoundaryResult {
  readonly boundary: boolean;
  /** 0 to 1: how sure that is, whichever way it went. */
  readonly confidence: number;
  /** What decided. */
  readonly reason: 'first' | 'resumed' | 'short' | 'message' | 'drift';
  /** The weighed chance of a boundary, focus included; 0 where nothing was weighed. */
  readonly probability: number;
  /** What was weighed; null where nothing was. */
  readonly features: Readonly<Record<BoundaryFeature, number>> | null;
  readonly next: BoundaryState;
}

/** Silence after which a conversation counts as taken up again, seconds. */
const staleGapSeconds = 2_700;

const driftLeak = 0.6;
/** Drift at which a boundary is seen without any sudden turn: about five messages in a row off the average. */
const driftBound = 4;
/** Messages that only warm the averages. */
const coldStart = 4;
/** What a focus takes from the log-odds of a boundary, and adds to the bound of the drift. */
const focusModifiers = { explicit: 1, inferred: 0.5, none: 0 } as const;

interface Step {
  readonly event: BoundaryEvent;
  readonly heard: HeardVector | null;
  readonly trace: MessageTrace;
  readonly averages: Averages;
  readonly drift: number;
}

function remember(state: BoundaryState, { event, heard, trace, averages, drift }: Step): BoundaryState {
  return {
    count: state.count + 1,
    // A clock that jumps back does not make the past longer.
    lastAt: Math.max(event.now, state.lastAt ?? event.now),
    recent: [...state.recent, { ...trace, vector: heard?.packed ?? null }].slice(-3),
    ...averages.next,
    drift,
  };
}

/** What is left of a state after a boundary: the averages start over with this message. */
function cutAt(step: Step): Step {
  return { ...step, averages: stepAverages(freshBoundaryState, nothingHeard, step.heard), drift: 0 };
}

/** The model that fits what is known: similarities need this message's vector and an earlier one. */
function modelFor(state: BoundaryState, event: BoundaryEvent, models: BoundaryModels): BoundaryModel {
  const comparable = event.vector !== null && state.recent.some((message) => message.vector !== null);
  return comparable ? models.withVectors : models.wordsOnly;
}

function probabilityOf(
  features: Readonly<Record<BoundaryFeature, number>>,
  model: BoundaryModel,
  focus: number,
): number {
  const sum = boundaryFeatureNames.reduce(
    (total, name) => total + features[name] * (model.weights[name] ?? 0),
    model.bias - focus,
  );
  return 1 / (1 + Math.exp(-sum));
}

function driftOf(
  state: BoundaryState,
  slow: HeardVectors['slow'],
  event: BoundaryEvent,
  bound: number,
): number {
  if (event.vector === null || slow === null || state.count < coldStart) return 0;
  const away = -calibrated(cosine(event.vector, slow), event.calibration);
  return Math.min(driftLeak * state.drift + Math.min(Math.max(away, 0), 2), bound * 1.2);
}

/** A stored state as this code reads it: what an older version did not keep is empty, vectors of another model are dropped. */
function readState(stored: BoundaryState, vector: ArrayLike<number> | null): BoundaryState {
  const state: BoundaryState = { ...freshBoundaryState, ...stored };
  if (vector === null) return state;
  const fits = (packed: PackedVector | null) => packed !== null && packedLength(packed) === vector.length;
  if (fits(state.slow) && fits(state.fast)) return state;
  return {
    ...state,
    recent: state.recent.map((message) => (fits(message.vector) ? message : { ...message, vector: null })),
    slow: null,
    fast: null,
  };
}

/**
 * Takes one message of a thread in order. A pure step: the same state and message give the
 * same result. The first message and one after a silence of 2,700 s have nothing to be compared with and are no
 * boundary; a short or anaphoric message never is one. A boundary forgets the drift and the averages. `models`: other
 * weights than the shipped ones, for fitting them.
 */
export function stepBoundary(
  previous: BoundaryState,
  input: BoundaryEvent,
  models: BoundaryModels = boundaryModels,
): BoundaryResult {
  const vector = input.vector !== null && hasDirection(input.vector) ? input.vector : null;
  const stored = readState(previous, vector);
  const event = { ...input, vector };
  const stale = stored.lastAt !== null && event.now - stored.lastAt > staleGapSeconds * 1_000;
  const state = stale ? freshBoundaryState : stored;
  const focus = focusModifiers[event.focus ?? 'none'];
  const bound = driftBound + focus;
  const kept = vector === null ? nothingHeard : heardVectors(state);
  const heard = vector === null ? null : heardVector(vector);
  const step = {
    event,
    heard,
    trace: traceOf(event.text),
    averages: stepAverages(state, kept, heard),
    drift: driftOf(state, kept.slow, event, bound),
  };
  const unweighed = { boundary: false, probability: 0, features: null } as const;
  if (state.count === 0) {
    const next = remember(state, { ...step, drift: 0 });
    return { ...unweighed, confidence: 0.5, reason: stale ? 'resumed' : 'first', next };
  }
  if (isShortOrAnaphoric(event.text)) {
    // The words of a "yes" say nothing about where the talk is going.
    return { ...unweighed, confidence: 1, reason: 'short', next: rememberShort(state, step) };
  }
  const model = modelFor(state, event, models);
  const features = boundaryFeatures(state, kept, { ...event, trace: step.trace, averages: step.averages });
  const probability = probabilityOf(features, model, focus);
  const sudden = probability >= model.threshold;
  const weighed = { probability, features };
  if (sudden || step.drift >= bound) {
    const confidence = sudden ? 0.5 + (0.5 * (probability - model.threshold)) / (1 - model.threshold) : 0.5;
    const reason = sudden ? 'message' : 'drift';
    return { boundary: true, confidence, reason, ...weighed, next: remember(state, cutAt(step)) };
  }
  const confidence = 1 - (0.5 * probability) / model.threshold;
  return { boundary: false, confidence, reason: 'message', ...weighed, next: remember(state, step) };
}

/** A short message leaves the averages and what piled up alone. */
function rememberShort(state: BoundaryState, step: Step): BoundaryState {
  const { fast, slow, apart, nearness, accumulated, drift } = state;
  const kept = { fast, slow, apart, nearness, accumulated };
  return remember(state, { ...step, averages: { drift: 0, surprise: 0, accumulated, next: kept }, drift });
}

/**
 * Notes what the agent said, in order, so that the next message is heard as coming after it: an answer to a question of the
 * agent's opens nothing. Words only: what an agent says follows from what was asked and moves no average.
 */
export function hearReply(previous: BoundaryState, text: string): BoundaryState {
  const state: BoundaryState = { ...freshBoundaryState, ...previous };
  if (state.count === 0 || text.trim() === '') return state;
  const heard = { ...traceOf(text.slice(-replyCharsMax)), vector: null };
  return { ...state, recent: [...state.recent, heard].slice(-4) };
}

/** How much of a reply is heard: its end, where it asks. */
const replyCharsMax = 400;
