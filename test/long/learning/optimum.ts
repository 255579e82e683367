import { type Mode, modes } from '@salience/contracts';
import {
  boundsOf,
  createGauge,
  type Gauge,
  type MeasuredDecision,
  misrouteCost,
  modesUnder,
} from '@salience/regulation';
import type { Policy, WeightName } from '@salience/router';
import type { KnownDecision } from './stored.ts';

/** Stored decisions that can be replayed under any weights, and what a mode costs each. */
export interface Traffic {
  readonly gauge: Gauge;
  readonly measured: readonly MeasuredDecision[];
  /** Five a decision: the cost of each mode. */
  readonly prices: Float64Array;
}

/** Makes decisions ready for replays. The cost of a mode is that of the closest of those that were wanted. */
export function trafficOf(decisions: readonly KnownDecision[], base: Policy): Traffic {
  const gauge = createGauge(base);
  const prices = decisions.flatMap(({ decision, seen, wanted }) =>
    // An order that nothing came of was seen as what the turn ended in.
    modes.map((mode) => priceOf(mode === 'ACT' && decision.taken === 'ACT' ? seen : mode, wanted)),
  );
  return {
    gauge,
    measured: decisions.map(({ decision }) => gauge.measure(decision)),
    prices: Float64Array.from(prices),
  };
}

/** The cost of a mode where these were wanted. */
export function priceOf(taken: Mode, wanted: readonly Mode[]): number {
  return Math.min(...wanted.map((one) => misrouteCost(taken, one)));
}

/** The mean cost of misroutes of the traffic under these weights, 0..1. */
export function costUnder({ gauge, measured, prices }: Traffic, weights: Policy['weights']): number {
  const taken = modesUnder(gauge, measured, { name: 'replayed', version: 1, weights });
  let sum = 0;
  for (const [at, mode] of taken.entries()) sum += prices[at * modes.length + mode] as number;
  return sum / Math.max(measured.length, 1);
}

/** Steps of the search, the largest first. */
const sizes = [0.2, 0.08, 0.04, 0.02];
const roundsMax = 6;

/**
 * The best weights within the bounds of `base` that a search by single weights finds, from each of the weights that are given: while
 * any step of a size is for the better the best one per weight is taken, then smaller ones are tried.
 */
export function searchOptimum(
  traffic: Traffic,
  base: Policy,
  from: readonly Policy['weights'][],
): { readonly weights: Policy['weights']; readonly cost: number } {
  const found = from.map((weights) => descend(traffic, base, weights));
  return found.reduce((best, one) => (one.cost < best.cost ? one : best));
}

function descend(
  traffic: Traffic,
  base: Policy,
  from: Policy['weights'],
): { weights: Policy['weights']; cost: number } {
  let best = { weights: within(base, from), cost: 0 };
  best.cost = costUnder(traffic, best.weights);
  for (const size of sizes) {
    for (let round = 0; round < roundsMax; round += 1) {
      const before = best.cost;
      for (const name of traffic.gauge.names) best = bestOf(traffic, base, best, name, size);
      if (best.cost === before) break;
    }
  }
  return best;
}

function bestOf(
  traffic: Traffic,
  base: Policy,
  best: { weights: Policy['weights']; cost: number },
  name: WeightName,
  size: number,
): { weights: Policy['weights']; cost: number } {
  const { high, low } = boundsOf(name, base);
  const here = best.weights[name] ?? 0;
  let found = best;
  for (const delta of [size, -size]) {
    const weight = Math.min(Math.max(here + delta, low), high);
    if (weight === here) continue;
    const weights = { ...best.weights, [name]: Math.round(weight * 1e6) / 1e6 };
    const cost = costUnder(traffic, weights);
    if (cost < found.cost) found = { weights, cost };
  }
  return found;
}

function within(base: Policy, weights: Policy['weights']): Policy['weights'] {
  const names = Object.keys(base.weights) as WeightName[];
  return Object.fromEntries(
    names.map((name) => {
      const { high, low } = boundsOf(name, base);
      return [name, Math.min(Math.max(weights[name] ?? 0, low), high)];
    }),
  );
}
