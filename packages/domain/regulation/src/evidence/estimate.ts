import { modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import { misrouteCost } from '../labels/cost.ts';
import { evidenceRules, type Standing, wantedOf } from './evidence.ts';
import { modesUnder, settle, type Weighed, weigh } from './mode-under.ts';
import { studentBound } from './statistics.ts';

/** By how much a candidate would change the mean cost of a decision, as far as stored decisions tell. Costs are 0 to 1; below 0 is better. */
export interface Estimate {
  readonly mean: number;
  /** Bounds of what the labels leave open, widened by noise. */
  readonly lower: number;
  readonly upper: number;
  /** The mean without those people who are most in favour of the candidate: below 0 if the others support it too. */
  readonly spared: number;
  /** Decisions that would get another mode, those of them with a label, and whose they are. */
  readonly moved: number;
  readonly movedLabelled: number;
  readonly movedPeople: number;
  readonly decisions: number;
}

/** Change of cost in a table: candidate, parent, wanted. */
const table = Float64Array.from(
  modes.flatMap((candidate) =>
    modes.flatMap((parent) =>
      modes.map((wanted) => misrouteCost(candidate, wanted) - misrouteCost(parent, wanted)),
    ),
  ),
);
const size = modes.length;
const changeOf = (candidate: number, parent: number, wanted: number) =>
  table[(candidate * size + parent) * size + wanted] as number;

/** What a moved decision adds, by the label's best and worst reading and their middle. */
export interface Reading {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

/**
 * What a decision of the standing policy adds when it gets the mode at place `candidate`. Silence and *correct* say that the mode taken
 * was wanted. A *wrong* of the person stands for 1 / recall decisions, of which all but itself are among the silent ones; they are taken
 * off again here, so that the sum is unbiased. A review looks at a sample of its own choice and stands for itself.
 */
export function readingOf(standing: Standing, at: number, candidate: number): Reading {
  const { evidence, taken } = standing;
  const row = evidence.rows[at] as (typeof evidence.rows)[number];
  const parent = taken[at] as number;
  const right = changeOf(candidate, parent, modes.indexOf(row.decision.taken));
  const wanted = wantedOf(row);
  if (wanted.length === 0) return { low: right, middle: right, high: right };
  const changes = wanted.map((mode) => changeOf(candidate, parent, mode));
  const times = row.decision.label?.by === 'reflection' ? 1 : 1 / evidence.recall;
  const trust = evidence.trusts[at] as number;
  const read = (change: number) => trust * (times * change - (times - 1) * right) + (1 - trust) * right;
  const middle = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  return { low: read(Math.min(...changes)), middle: read(middle), high: read(Math.max(...changes)) };
}

interface Sums {
  low: number;
  middle: number;
  high: number;
}

/** Sums over moved decisions, by cluster. */
class Tally {
  readonly #standing: Standing;
  readonly #clusters = new Map<number, Sums>();
  #moved = 0;
  #labelled = 0;

  constructor(standing: Standing) {
    this.#standing = standing;
  }

  /** Adds a decision that moves. */
  add(at: number, candidate: number): void {
    const { evidence } = this.#standing;
    const { high, low, middle } = readingOf(this.#standing, at, candidate);
    const weight = evidence.weights[at] as number;
    const cluster = evidence.clusters[at] as number;
    const sum = this.#clusters.get(cluster) ?? { low: 0, middle: 0, high: 0 };
    this.#clusters.set(cluster, sum);
    sum.low += weight * low;
    sum.middle += weight * middle;
    sum.high += weight * high;
    this.#moved += 1;
    if (evidence.rows[at]?.decision.label !== null) this.#labelled += 1;
  }

  /** The estimate; bounds hold with a probability of 1 - `tail` each. */
  done(tail: number): Estimate {
    const { evidence } = this.#standing;
    const total = evidence.sizes.reduce((sum, each) => sum + each, 0);
    const noise = studentBound(tail, Math.max(evidence.sizes.length - 1, 1));
    const parts = [...this.#clusters.values()];
    const meanOf = (key: keyof Sums) => parts.reduce((sum, part) => sum + part[key], 0) / Math.max(total, 1);
    return {
      mean: meanOf('middle'),
      lower: meanOf('low') - noise * this.#errorOf('low', total),
      upper: meanOf('high') + noise * this.#errorOf('high', total),
      spared: this.#spared() / Math.max(total, 1),
      moved: this.#moved,
      movedLabelled: this.#labelled,
      movedPeople: this.#clusters.size,
      decisions: evidence.rows.length,
    };
  }

  /** Standard error of a mean over clusters of unequal size (linearised ratio; Cochran, Sampling Techniques, 11.8). */
  #errorOf(key: keyof Sums, total: number): number {
    const { sizes } = this.#standing.evidence;
    if (sizes.length < 2 || total <= 0) return this.#clusters.size === 0 ? 0 : Infinity;
    const sum = [...this.#clusters.values()].reduce((all, part) => all + part[key], 0);
    const mean = sum / total;
    let squares = sizes.reduce((all, each) => all + (each * mean) ** 2, 0);
    for (const [cluster, part] of this.#clusters) {
      const expected = (sizes[cluster] as number) * mean;
      squares += (part[key] - expected) ** 2 - expected ** 2;
    }
    return Math.sqrt((Math.max(squares, 0) * sizes.length) / (sizes.length - 1)) / total;
  }

  #spared(): number {
    const sums = [...this.#clusters.values()].map(({ high }) => high).sort((a, b) => a - b);
    const share = this.#standing.evidence.byPerson ? evidenceRules.sparedShare : 0;
    const left = Math.ceil(share * sums.length);
    return sums.reduce((all, sum, at) => (at < left && sum < 0 ? all : all + sum), 0);
  }
}

/** A change of one weight. */
export interface WeightChange {
  /** The place of the weight among the names of the gauge. */
  readonly place: number;
  readonly delta: number;
}

/**
 * Estimates a policy that differs from the standing one in a single weight by at most the standing's reach. `tail`: the probability
 * with which each bound may be wrong.
 */
export function estimateChange(standing: Standing, change: WeightChange, tail: number): Estimate {
  const { evidence, near, policy, scores, taken } = standing;
  const { place } = change;
  const name = evidence.gauge.names[place] as (typeof evidence.gauge.names)[number];
  const mode = evidence.gauge.modeOf[place] as number;
  const weight = (standing.weighed.weights[place] as number) + change.delta;
  const changed: Policy = { ...policy, weights: { ...policy.weights, [name]: weight } };
  const weighed: Weighed = weigh(evidence.gauge, changed);
  const own = new Float64Array(size);
  const tally = new Tally(standing);
  for (const at of near) {
    const row = evidence.rows[at] as (typeof evidence.rows)[number];
    const part = change.delta * (row.values[place] as number);
    if (part === 0 && !name.startsWith('tiebreaker_act')) continue;
    const from = at * size;
    for (let each = 0; each < size; each += 1) own[each] = scores[from + each] as number;
    let margin = standing.margins[at] as number;
    if (mode === -1) margin += part;
    else own[mode] = (own[mode] as number) + part;
    const next = settle(row, own, 0, margin, weighed, () => changed);
    if (next !== taken[at]) tally.add(at, next);
  }
  return tally.done(tail);
}

/**
 * Estimates two policies together, each on the people that it was not fitted to: `policies[0]` on the clusters of fold 1, `policies[1]`
 * on those of fold 0. An estimate of what fitting is worth that fitting cannot flatter.
 */
export function estimateAcross(
  standing: Standing,
  policies: readonly [Policy, Policy],
  tail: number,
): Estimate {
  const tally = new Tally(standing);
  const { evidence, taken } = standing;
  for (const [fold, policy] of policies.entries()) {
    const places = [...evidence.rows.keys()].filter((at) => (evidence.clusters[at] as number) % 2 !== fold);
    const rows = places.map((at) => evidence.rows[at] as (typeof evidence.rows)[number]);
    for (const [index, mode] of modesUnder(evidence.gauge, rows, policy).entries()) {
      const at = places[index] as number;
      if (mode !== taken[at]) tally.add(at, mode);
    }
  }
  return tally.done(tail);
}

/** Estimates any policy against the standing one. Throws `regulation.weight_unknown` when it names other weights. */
export function estimatePolicy(standing: Standing, candidate: Policy, tail: number): Estimate {
  const tally = new Tally(standing);
  const { evidence, taken } = standing;
  for (const [at, mode] of modesUnder(evidence.gauge, evidence.rows, candidate).entries())
    if (mode !== taken[at]) tally.add(at, mode);
  return tally.done(tail);
}
