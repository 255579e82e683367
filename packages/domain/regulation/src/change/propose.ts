import type { Policy, WeightName } from '@salience/router';
import { type Estimate, estimateAcross, estimateChange } from '../evidence/estimate.ts';
import type { Standing } from '../evidence/evidence.ts';
import type { Move, Pressure } from '../pressures/pressure.ts';
import { boundsOf, paceRules, stepped, tidy } from './bounds.ts';
import { fitGround, type FitMove, fitRules, fitWeights } from './fit.ts';
import type { RegulatorState } from './state.ts';

/** How sure a change must be. */
const proofRules = {
  /** Probability with which a direction is taken for better although it is not. */
  tail: 0.05,
  /** The same for the step that is chosen on the way: half a standard error. */
  stepTail: 0.3,
} as const;

/** The largest change of a weight that is ever asked about. */
export const reach = 0.2;

/** One bounded change, and what is expected of it. */
export interface Candidate {
  readonly parameter: WeightName;
  readonly before: number;
  readonly after: number;
  /** Name of the pressure it answers. */
  readonly pressure: string;
  /** Of the step itself. */
  readonly step: Estimate;
  /** What the direction that it is a part of is worth, on people that the direction was not fitted to. */
  readonly direction: Estimate;
}

/** Why there is no change. */
export type NoChange = 'no_pressure' | 'cooling' | 'at_bounds' | 'not_proven';

/** What a proposal rests on. */
export interface ProposeInput {
  readonly standing: Standing;
  readonly state: RegulatorState;
  /** The worst first. */
  readonly pressures: readonly Pressure[];
  /** The policy that bounds are measured from. */
  readonly shipped: Policy;
  /** How far a weight may lie from that policy's; left out: as far as the bounds of the fleet. */
  readonly spread?: number | undefined;
  readonly now: number;
}

interface Trial {
  readonly move: Move;
  readonly place: number;
  readonly before: number;
  readonly delta: number;
  readonly after: number;
}

/** The moves of a pressure that are not cooling and not at their bounds. */
function trialsOf(
  input: ProposeInput,
  moves: readonly Move[],
): { readonly trials: Trial[]; readonly cooling: boolean } {
  const { now, shipped, spread, standing, state } = input;
  let cooling = false;
  const trials = moves.flatMap((move) => {
    const place = standing.evidence.gauge.names.indexOf(move.name);
    const before = state.policy.weights[move.name];
    if (place === -1 || before === undefined) return [];
    if ((state.cooldowns[move.name] ?? Number.NEGATIVE_INFINITY) > now) {
      cooling = true;
      return [];
    }
    const size = state.steps[move.name] ?? paceRules.step;
    const { after, delta } = stepped(before, move.direction * size, boundsOf(move.name, shipped, spread));
    return Math.abs(delta) < 1e-6 ? [] : [{ move, place, before, delta, after }];
  });
  return { trials, cooling };
}

/** The standing policy moved to where a fit leads. */
function movedPolicy(standing: Standing, deltas: ReadonlyMap<number, number>): Policy {
  const { names } = standing.evidence.gauge;
  const weights: Partial<Record<WeightName, number>> = { ...standing.policy.weights };
  for (const [place, delta] of deltas) {
    const name = names[place] as WeightName;
    weights[name] = tidy((weights[name] ?? 0) + delta);
  }
  return { ...standing.policy, weights };
}

/** The moves of trials with the room that their bounds leave, each once. */
function fitMoves(trials: readonly Trial[], { shipped, spread }: ProposeInput): FitMove[] {
  const moves = trials.map(({ before, move, place }): FitMove => {
    const { delta } = stepped(
      before,
      move.direction * fitRules.perWeight,
      boundsOf(move.name, shipped, spread),
    );
    return { place, direction: move.direction, room: Math.abs(delta) };
  });
  return [...new Map(moves.map((move) => [`${move.place} ${move.direction}`, move])).values()];
}

/** One weight of the fit to all goes one step that way: of the worst pressure that has one whose step is for the better, the surest. */
function stepOnTheWay(
  standing: Standing,
  pressing: readonly Pressing[],
  target: ReadonlyMap<number, number>,
): Found | null {
  for (const { pressure, trials } of pressing) {
    const found = trials
      .filter(({ delta, place }) => Math.sign(target.get(place) ?? 0) === Math.sign(delta))
      .map((trial) => ({ trial, pressure, step: estimateChange(standing, trial, proofRules.stepTail) }))
      .filter(({ step }) => step.upper < 0)
      .toSorted(surest);
    if (found[0] !== undefined) return found[0];
  }
  return null;
}

/** A weight about margins moves no score and is no part of a fit: its step is proven by itself, against all of its kind. */
function marginStep(standing: Standing, pressing: readonly Pressing[]): Found | null {
  const isMargin = ({ place }: Trial) => standing.evidence.gauge.modeOf[place] === -1;
  const count = pressing.flatMap(({ trials }) => trials.filter(isMargin)).length;
  const found = pressing.flatMap(({ pressure, trials }) =>
    trials.filter(isMargin).map((trial) => ({
      trial,
      pressure,
      step: estimateChange(standing, trial, proofRules.tail / count),
    })),
  );
  const [best] = found.filter(({ step }) => step.upper < 0 && step.spared < 0).toSorted(surest);
  return best ?? null;
}

interface Pressing {
  readonly pressure: Pressure;
  readonly trials: readonly Trial[];
  readonly cooling: boolean;
}

interface Found {
  readonly trial: Trial;
  readonly pressure: Pressure;
  readonly step: Estimate;
}

const surest = (a: Found, b: Found) =>
  a.step.upper - b.step.upper || (a.trial.move.name < b.trial.move.name ? -1 : 1);

const candidateOf = ({ pressure, step, trial }: Found, direction: Estimate): Candidate => ({
  parameter: trial.move.name,
  before: trial.before,
  after: trial.after,
  pressure: pressure.name,
  step,
  direction,
});

/**
 * The one change of a cycle. All pressing weights are fitted together, on one half of the people and on the other; the direction is
 * proven when each fit, on the half it has not seen, lowers the mean cost beyond noise, and still does without those people who are
 * most in favour. Then one weight of the fit to all goes one step that way. Weights about margins are proven by themselves.
 * Draws go to the first name.
 */
export function propose(input: ProposeInput): Candidate | NoChange {
  const { standing } = input;
  const pressures = input.pressures.filter(({ excess }) => excess > 1);
  if (pressures.length === 0) return 'no_pressure';
  const pressing = pressures.map((pressure): Pressing => ({ pressure, ...trialsOf(input, pressure.moves) }));
  const moves = fitMoves(
    pressing.flatMap(({ trials }) => trials),
    input,
  );
  if (moves.length === 0) return pressing.some(({ cooling }) => cooling) ? 'cooling' : 'at_bounds';
  const ground = fitGround(standing);
  const halfOf = (fold: 0 | 1) => movedPolicy(standing, fitWeights(ground, moves, fold));
  const direction = estimateAcross(standing, [halfOf(0), halfOf(1)], proofRules.tail);
  if (direction.upper < 0 && direction.spared < 0) {
    const found = stepOnTheWay(standing, pressing, fitWeights(ground, moves, null));
    if (found !== null) return candidateOf(found, direction);
  }
  const margin = marginStep(standing, pressing);
  return margin === null ? 'not_proven' : candidateOf(margin, margin.step);
}

/** The weights of a policy after a candidate. */
export function weightsAfter(policy: Policy, { after, parameter }: Candidate): Policy['weights'] {
  return { ...policy.weights, [parameter]: tidy(after) };
}
