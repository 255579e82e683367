import { extractCues } from '@salience/router';
import { isShortOrAnaphoric } from '../short-text.ts';
import { calibrated, cosine, hasDirection, type ModelCalibration } from '../vectors.ts';
import { type Averages, stepAverages } from './boundary-averages.ts';
import { type BoundaryFeature, boundaryFeatureNames } from './boundary-feature-names.ts';
import {
  boundaryFeatures,
  levelledOf,
  type Similarities,
  similarities,
  traceOf,
} from './boundary-features.ts';
import { learnLevel } from './boundary-levels.ts';
import { meaningOf, type ReadDirections, shippedDirections } from './boundary-meaning.ts';
import type { BoundaryModel, BoundaryModels } from './boundary-model.ts';
import { type BoundaryState, freshBoundaryState, levelNames, type MessageTrace } from './boundary-state.ts';
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
  /** Id of the model that made the vector; left out: the shipped one, if the vector is as long as its vectors. */
  readonly modelId?: string | undefined;
  /** Chance from which the message counts as a boundary, 0 to 1; left out: the line of the shipped weights. It moves no state. */
  readonly threshold?: number | undefined;
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

/** What a thread's usual log-odds lie above those of all talk: so much of it is taken from the log-odds of a message. */
const oddsShare = 0.3;
/** At most this much is taken or given, in log-odds. */
const oddsMost = 1;
/** Messages for which the usual log-odds of all talk count. */
const priorMessages = 20;

interface Step {
  readonly event: BoundaryEvent;
  readonly heard: HeardVector | null;
  readonly trace: MessageTrace;
  readonly averages: Averages;
  readonly drift: number;
}

/** What a weighed message teaches of what is usual in its thread. */
type Learned = Pick<BoundaryState, 'levels' | 'odds' | 'nearest'>;

/** The state after a message that begins a matter as far as `chance` says, 0 to 1. The line of a boundary is no part of it. */
function remember(state: BoundaryState, step: Step, chance: number, learned: Learned = state): BoundaryState {
  const { averages, drift, event, heard, trace } = step;
  const { levels, nearest, odds } = learned;
  return {
    count: state.count + 1,
    // A clock that jumps back does not make the past longer.
    lastAt: Math.max(event.now, state.lastAt ?? event.now),
    recent: [...state.recent, { ...trace, vector: heard?.packed ?? null }].slice(-3),
    ...averages.next(chance),
    levels,
    odds,
    nearest,
    since: (1 - chance) * state.since + 1,
    drift: (1 - chance) * drift,
  };
}

function learn(
  state: BoundaryState,
  { similar, trace }: { readonly similar: Similarities | null; readonly trace: MessageTrace },
  logOdds: number,
): Learned {
  const values = levelledOf(state, { similar, trace });
  const levels = Object.fromEntries(
    levelNames.flatMap((name) => {
      const [value, level] = [values[name], state.levels[name]];
      const next = value === undefined ? level : learnLevel(level, value);
      return next === undefined ? [] : [[name, next] as const];
    }),
  );
  const { mean, n } = state.odds ?? { mean: 0, n: 0 };
  const odds = { n: n + 1, mean: mean + (logOdds - mean) / Math.min(n + 1, oddsReach) };
  return { levels, odds, nearest: similar?.best ?? null };
}

/** Messages that the usual log-odds reach back over. */
const oddsReach = 60;

/** What a thread in which every message, or none, looks like a boundary takes from the next one's log-odds, -1 to 1. */
function usualOdds({ odds }: BoundaryState, model: BoundaryModel): number {
  if (odds === null) return 0;
  const share = (oddsShare * odds.n) / (odds.n + priorMessages);
  return Math.min(Math.max(share * (odds.mean - model.odds), -oddsMost), oddsMost);
}

/** The model that fits what is known: similarities need this message's vector and an earlier one, directions their embedding model. */
function modelFor(
  models: BoundaryModels,
  known: { readonly similar: Similarities | null; readonly meaning: unknown },
): BoundaryModel {
  if (known.similar === null) return models.wordsOnly;
  return known.meaning === null ? models.withVectors : models.withDirections;
}

function logOddsOf(features: Readonly<Record<BoundaryFeature, number>>, model: BoundaryModel): number {
  return boundaryFeatureNames.reduce(
    (total, name) => total + features[name] * (model.weights[name] ?? 0),
    model.bias,
  );
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
 * boundary; a short or anaphoric message never is one. A message that is a boundary by half makes the thread forget half of its
 * drift and its averages, so the state after it does not depend on where the line of a boundary is drawn. `models` and
 * `directions`: others than the shipped ones, for fitting them.
 */
export function stepBoundary(
  previous: BoundaryState,
  input: BoundaryEvent,
  models: BoundaryModels = boundaryModels,
  directions: ReadDirections = shippedDirections,
): BoundaryResult {
  const vector = input.vector !== null && hasDirection(input.vector) ? input.vector : null;
  const stored = readState(previous, vector);
  const event = { ...input, vector };
  const stale = stored.lastAt !== null && event.now - stored.lastAt > staleGapSeconds * 1_000;
  const state = stale ? freshBoundaryState : stored;
  const bound = driftBound + focusModifiers[event.focus ?? 'none'];
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
    const next = remember(state, { ...step, drift: 0 }, 0);
    return { ...unweighed, confidence: 0.5, reason: stale ? 'resumed' : 'first', next };
  }
  if (isShortOrAnaphoric(event.text)) {
    // The words of a "yes" say nothing about where the talk is going.
    return { ...unweighed, confidence: 1, reason: 'short', next: rememberShort(state, step) };
  }
  return weigh(state, step, { kept, bound, models, directions });
}

function weigh(
  state: BoundaryState,
  step: Step,
  by: {
    readonly kept: HeardVectors;
    readonly bound: number;
    readonly models: BoundaryModels;
    readonly directions: ReadDirections;
  },
): BoundaryResult {
  const { averages, event, trace } = step;
  const { calibration, modelId, text, vector } = event;
  const similar = similarities(by.kept, vector, calibration);
  const { languages } = extractCues(text);
  const meaning =
    similar === null || vector === null
      ? null
      : meaningOf(by.directions, { vector, before: similar.before, modelId, languages });
  const model = modelFor(by.models, { similar, meaning });
  const usual = by.models.levels;
  const features = boundaryFeatures(state, { text, trace, similar, meaning, averages, usual });
  const logOdds = logOddsOf(features, model);
  const taken = usualOdds(state, model) + focusModifiers[event.focus ?? 'none'];
  const probability = 1 / (1 + Math.exp(taken - logOdds));
  const drifted = step.drift >= by.bound;
  const chance = drifted ? 1 : probability;
  const next = remember(state, step, chance, learn(state, { similar, trace }, logOdds));
  return { ...judge(probability, event.threshold ?? model.threshold, drifted), probability, features, next };
}

function judge(
  probability: number,
  threshold: number,
  drifted: boolean,
): Pick<BoundaryResult, 'boundary' | 'confidence' | 'reason'> {
  if (probability >= threshold) {
    const confidence = threshold < 1 ? 0.5 + (0.5 * (probability - threshold)) / (1 - threshold) : 1;
    return { boundary: true, confidence, reason: 'message' };
  }
  if (drifted) return { boundary: true, confidence: 0.5, reason: 'drift' };
  return { boundary: false, confidence: 1 - (0.5 * probability) / threshold, reason: 'message' };
}

/** A short message leaves the averages and what piled up alone. */
function rememberShort(state: BoundaryState, step: Step): BoundaryState {
  const { fast, slow, apart, nearness, accumulated, drift } = state;
  const next = () => ({ fast, slow, apart, nearness, accumulated });
  return remember(state, { ...step, averages: { drift: 0, surprise: 0, accumulated, next }, drift }, 0);
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
