import type { Fingerprint } from '@salience/contracts';
import { clamp } from '../features/bounded.ts';
import { featureCount, slotOf, windowLength } from '../features/feature-names.ts';
import { forward } from '../lstm/forward.ts';
import { type Random, seeded } from '../lstm/random.ts';
import { type Sample, train } from '../lstm/train.ts';
import { initialWeights } from '../lstm/weights.ts';
import { ruleScore } from '../rule/rule-score.ts';
import { advance, type ClusterState, emptyState } from '../window/cluster-state.ts';
import { stackWindows } from '../window/stack-windows.ts';
import { windowMatrix, type WindowSnapshot } from '../window/window-matrix.ts';
import { areaUnderCurve } from './score-figures.ts';
import { syntheticEvent } from './synthetic-events.ts';

/** What training before the first label came to. */
export interface Pretrained {
  readonly weights: Float32Array;
  /** How well fresh synthetic windows are ordered, 0 to 1; NaN if the declarations cannot tell any two of them apart. */
  readonly auc: number;
  /** Whether the LSTM may ever lead: `auc` reaches `pretrainedAucMin`, or there was nothing to tell apart. */
  readonly ready: boolean;
}

/** The area under the curve that held-out synthetic windows must reach. */
export const pretrainedAucMin = 0.95;
/** A rule score that speaks neither for a signal nor against it. */
const unsaid = 0.55;
const trainingWindows = 1_000;
const heldOutWindows = 300;
/** A Monday in 2024, in seconds since 1970. Any would do. */
const someMonday = 1_704_067_200;
const weekSeconds = 604_800;

/**
 * Weights before any label, from fingerprints that share a cluster: the LSTM learns from made-up windows to say what the rule says where there is no
 * evidence, and to follow evidence the more, the stronger it is. Same fingerprints and seed give the same weights. Takes seconds.
 */
export function pretrain(fingerprints: readonly Fingerprint[], seed: number): Pretrained {
  const start = initialWeights(seed);
  const declaring = fingerprints.filter(
    (fingerprint) => syntheticEvent(fingerprint, 0, seeded(seed)) !== undefined,
  );
  if (declaring.length === 0) return { weights: start, auc: Number.NaN, ready: false };
  const samples = syntheticSamples(declaring, trainingWindows, seeded(seed + 1), true);
  const { weights } = train(samples, {
    start,
    seed,
    epochs: 6,
    batchSize: 32,
    learningRate: 6e-3,
    decay: 5,
    anchored: false,
    clipNorm: 1,
  });
  const auc = heldOutAuc(weights, syntheticSamples(declaring, heldOutWindows, seeded(seed + 2), false));
  return { weights, auc, ready: Number.isNaN(auc) || auc >= pretrainedAucMin };
}

function heldOutAuc(weights: Float32Array, samples: readonly Sample[]): number {
  const { windows, lengths } = stackWindows(
    samples.map(({ window, length }) => ({ matrix: atEnd(window, length), length })),
  );
  return areaUnderCurve(
    samples.map(({ label }) => label > 0.5),
    [...forward(weights, windows, lengths)],
  );
}

/** The window with its padding in front again. */
function atEnd(window: Float32Array, length: number): Float32Array {
  const result = new Float32Array(window.length);
  result.set(window.subarray(0, length * featureCount), window.length - length * featureCount);
  return result;
}

/** Windows by the real fold and the real features. `withEvidence`: evidence is made up as well, and the label follows it. */
function syntheticSamples(
  fingerprints: readonly Fingerprint[],
  count: number,
  random: Random,
  withEvidence: boolean,
): Sample[] {
  return Array.from({ length: count }, () => {
    const fingerprint = fingerprints[random.below(fingerprints.length)] as Fingerprint;
    const state = syntheticState(fingerprint, random);
    const last = state.events.at(-1)?.event.timestamp ?? 0;
    const activatedAt = random.next() < 0.3 ? null : last - Math.exp(5 + 2.5 * random.normal());
    const snapshot: WindowSnapshot = { events: state.events, activatedAt };
    const { matrix, length } = windowMatrix(snapshot, fingerprint, undefined, 'UTC');
    const window = new Float32Array(matrix.length);
    window.set(matrix.subarray((windowLength - length) * featureCount));
    const rule = ruleScore(snapshot, fingerprint, 'UTC');
    if (!withEvidence) return { window, length, label: labelOf(rule, 0), weight: 1 };
    // In half of the windows the declaration has given way to labels.
    const declares = random.next() < 0.5;
    let evidence = 0;
    for (let at = 0; at < length * featureCount; at += featureCount) {
      evidence = random.next() < 0.35 ? 0 : Math.tanh(random.normal());
      window[at + slotOf('evidence')] = evidence;
      if (!declares) window[at + slotOf('match')] = window[at + slotOf('active')] = 0;
    }
    return { window, length, label: labelOf(declares ? rule : unsaid, evidence), weight: 1 };
  });
}

function syntheticState(fingerprint: Fingerprint, random: Random): ClusterState {
  const length = 1 + random.below(windowLength);
  let state = emptyState();
  let at = someMonday + Math.floor(random.next() * weekSeconds);
  for (let n = 0; n < length; n += 1) {
    at += Math.floor(Math.exp(4 + 2.5 * random.normal()));
    const event = syntheticEvent(fingerprint, at, random);
    const surprise = random.next() < 0.7 ? 0 : 2 * random.next() - 1;
    if (event !== undefined) state = advance(state, event, surprise);
  }
  return state;
}

/** The rule where there is no evidence; the evidence the more, the stronger it is. */
function labelOf(rule: number, evidence: number): number {
  const ofRule = 3 * (clamp(rule, 0, 1) - unsaid) * (1 - Math.abs(evidence)) ** 4;
  const ofEvidence = 4 * Math.atanh(clamp(evidence, -0.99, 0.99));
  return 1 / (1 + Math.exp(-(2 * ofRule + ofEvidence)));
}
