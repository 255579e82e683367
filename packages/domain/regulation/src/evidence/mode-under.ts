import { type Mode, modes } from '@salience/contracts';
import type { Policy } from '@salience/router';
import { type Gauge, type MeasuredDecision, routedBy, weightsOf } from './measure.ts';

/** Scores are compared to nine decimals, as the router does. */
const resolution = 1e9;
const act = modes.indexOf('ACT');
const silence = modes.indexOf('IGNORE');

/** A policy as one vector, with what its margins need by name. */
export interface Weighed {
  readonly policy: Policy;
  readonly weights: Float64Array;
  readonly missed: number;
  readonly chosen: number;
}

/** Makes a policy ready for scoring. Throws `regulation.weight_unknown` when the gauge was made for other weights. */
export function weigh(gauge: Gauge, policy: Policy): Weighed {
  return {
    policy,
    weights: weightsOf(gauge, policy),
    missed: policy.weights.tiebreaker_act_missed ?? 0,
    chosen: policy.weights.tiebreaker_act_chosen ?? 0,
  };
}

/** The five scores of a decision under a policy before rounding, written to `scores` from `from` on; its margin is returned. */
export function scoreInto(
  gauge: Gauge,
  { values }: MeasuredDecision,
  { weights }: Weighed,
  scores: Float64Array,
  from: number,
): number {
  scores.fill(0, from, from + modes.length);
  let margin = 0;
  for (const [at, mode] of gauge.modeOf.entries()) {
    const part = (weights[at] as number) * (values[at] as number);
    if (mode === -1) margin += part;
    else (scores as { [place: number]: number })[from + mode] = (scores[from + mode] as number) + part;
  }
  return margin;
}

const rounded = (value: number) => Math.round(value * resolution) / resolution;
/** True when the last bits of a sum, which depend on its order, may decide how it is rounded. */
const isOnEdge = (value: number) => {
  const fraction = value * resolution - Math.floor(value * resolution);
  return Math.abs(fraction - 0.5) < 1e-4;
};

/** The exact answer of the router, for the rare decision that hangs on the last bits of a sum. */
function exactMode({ decision, signals }: MeasuredDecision, policy: Policy): number {
  const result = routedBy(signals, policy);
  const choice = result.needsTiebreak
    ? choiceFor(decision.tiebreak, modes.indexOf(result.mode), modes.indexOf(result.runnerUp))
    : -1;
  return choice === -1 ? modes.indexOf(result.mode) : choice;
}

function choiceFor(
  tiebreak: MeasuredDecision['decision']['tiebreak'],
  first: number,
  second: number,
): number {
  if (tiebreak === null || tiebreak.choice === null) return -1;
  const pair = tiebreak.candidates.map((mode) => modes.indexOf(mode));
  const choice = modes.indexOf(tiebreak.choice);
  const fits = pair.includes(first) && pair.includes(second) && (choice === first || choice === second);
  return fits ? choice : -1;
}

/**
 * The place of the mode that these scores lead to (five from `from` on, before rounding): what `decide` says, and the stored answer
 * of the tie-breaker where the two best are the pair it was asked about and are too close to call; with another pair the scores
 * stand. `policy` is only asked for where the last bits of a sum count.
 */
export function settle(
  measured: MeasuredDecision,
  scores: Float64Array,
  from: number,
  margin: number,
  weighed: Pick<Weighed, 'missed' | 'chosen'>,
  policy: () => Policy,
): number {
  if (measured.guarded) return silence;
  let first = -1;
  let second = -1;
  let high = Number.NEGATIVE_INFINITY;
  let next = Number.NEGATIVE_INFINITY;
  for (const mode of measured.open) {
    const score = rounded(scores[from + mode] as number);
    if (score > high) {
      second = first;
      next = high;
      first = mode;
      high = score;
    } else if (score > next) {
      second = mode;
      next = score;
    }
  }
  const asked = measured.decision.tiebreak !== null && measured.decision.tiebreak.choice !== null;
  if (!asked && high - next > 4 / resolution) return first;
  if (measured.open.some((mode) => isOnEdge(scores[from + mode] as number)) || isOnEdge(margin))
    return exactMode(measured, policy());
  if (!asked || first === silence) return first;
  const wide = margin + (second === act ? weighed.missed : 0) - (first === act ? weighed.chosen : 0);
  const isClose = (high - next) / Math.max(Math.abs(high), 0.001) < Math.max(rounded(wide), 0);
  const choice = isClose ? choiceFor(measured.decision.tiebreak, first, second) : -1;
  return choice === -1 ? first : choice;
}

/** The mode that each decision gets under a policy, in their order: the places of the modes in the list of modes. */
export function modesUnder(gauge: Gauge, measured: readonly MeasuredDecision[], policy: Policy): Uint8Array {
  const weighed = weigh(gauge, policy);
  const scores = new Float64Array(modes.length);
  return Uint8Array.from(measured, (one) => {
    const margin = scoreInto(gauge, one, weighed, scores, 0);
    return settle(one, scores, 0, margin, weighed, () => policy);
  });
}

/** The mode at a place of the list of modes. */
export const modeAt = (place: number): Mode => modes[place] as Mode;
