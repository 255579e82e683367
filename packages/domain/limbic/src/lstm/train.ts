import { featureCount } from '../features/feature-names.ts';
import { adamState, adamStep } from './adam.ts';
import { addGradient, backwardRoom } from './backward.ts';
import { emptyTrace, runWindow, sigmoid } from './forward.ts';
import { seeded, shuffled } from './random.ts';
import { requireWeights } from './weights.ts';

/** One window to learn from. */
export interface Sample {
  /** `[T, F]`, events first, padding behind them. */
  readonly window: Float32Array;
  /** Events in it, 0 to T. */
  readonly length: number;
  /** What its score should be, 0 to 1. */
  readonly label: number;
  /** How much it counts; 0 or more. */
  readonly weight: number;
}

/** How long and how fast to learn. */
export interface TrainOptions {
  /** Weights to begin with; they are not changed. */
  readonly start: Float32Array;
  readonly seed: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly learningRate: number;
  /** See `AdamOptions`; the pull is towards `start`, if `anchored`, else towards zero. */
  readonly decay: number;
  readonly anchored: boolean;
  readonly clipNorm: number;
}

/** What training came to. */
export interface Trained {
  readonly weights: Float32Array;
  /** Mean loss of each epoch, by weight of the samples, before its steps. */
  readonly losses: readonly number[];
}

/**
 * Learns weights from windows: mini-batches in an order by the seed, cross-entropy, Adam with clipping. The learning rate falls to a tenth along half a cosine. Same
 * samples, options and seed give the same weights.
 */
export function train(samples: readonly Sample[], options: TrainOptions): Trained {
  const weights = options.start.slice();
  requireWeights(weights);
  const random = seeded(options.seed);
  const anchor = options.anchored ? options.start : new Float32Array(weights.length);
  const state = adamState(weights.length);
  const gradient = new Float64Array(weights.length);
  const room = backwardRoom();
  const trace = emptyTrace(Math.max(0, ...samples.map(({ window }) => window.length / featureCount)));
  const losses: number[] = [];
  const used = samples.filter(({ weight }) => weight > 0);
  for (let epoch = 0; epoch < options.epochs && used.length > 0; epoch += 1) {
    const fall = 0.55 + 0.45 * Math.cos((Math.PI * epoch) / options.epochs);
    const step = { ...options, anchor, learningRate: options.learningRate * fall };
    let [loss, total] = [0, 0];
    const order = shuffled(used, random);
    for (let from = 0; from < order.length; from += options.batchSize) {
      const batch = order.slice(from, from + options.batchSize);
      const mass = batch.reduce((sum, { weight }) => sum + weight, 0);
      gradient.fill(0);
      for (const { window, length, label, weight } of batch) {
        const value = runWindow(weights, window, 0, length, trace);
        const slope = (weight * (sigmoid(value) - label)) / mass;
        loss += weight * crossEntropy(value, label);
        addGradient(weights, window, 0, length, trace, slope, gradient, room);
      }
      total += mass;
      adamStep(weights, gradient, state, step);
    }
    losses.push(loss / total);
  }
  return { weights, losses };
}

/** The loss of a score that is given by its value before the sigmoid: −y·ln p − (1−y)·ln(1−p), exact for any value. */
export function crossEntropy(value: number, label: number): number {
  return Math.max(value, 0) - value * label + Math.log1p(Math.exp(-Math.abs(value)));
}
