import type { ActionOutcome, MatchedGoal } from '@salience/contracts';
import { bounded, goalTerm } from './goal-term.ts';

/** What came of an action. */
export type PastOutcome = Pick<ActionOutcome, 'goalIds' | 'channel' | 'kind' | 'value' | 'at'>;

/** What outcomes say of an action. */
export interface Learned {
  /** All of it, −1 to 1. */
  readonly value: number;
  readonly goals: number;
  readonly channel: number;
  readonly kind: number;
}

const dayMs = 86_400_000;
/** An outcome counts half as much after so many days. */
const halfLifeDays = 14;
/** So many outcomes that were neither good nor bad are taken as known of everything: few outcomes say little. */
const unknown = 4;
/** By how much outcomes move what a goal contributes, as a share of it. Half of the learned term at the weight that the term has. */
const goalMoved = 0.15;
const goalWorth = 0.5;
const elseWorth = 0.25;

/**
 * What outcomes teach of an action: half by the goals that it serves, a quarter each by its channel and its kind. Outcomes fade with a half-life of 14 days and
 * few of them say little. What is learned of a goal moves its contribution, so that serving a goal more never makes an action worth less.
 */
export function learn(
  weighed: readonly MatchedGoal[],
  action: { readonly channel: string | null; readonly kind: string | null },
  outcomes: readonly PastOutcome[],
  now: Date,
): Learned {
  const weights = outcomes.map((outcome) => ({ ...outcome, weight: weightOf(outcome.at, now) }));
  const standing = (counts: (outcome: PastOutcome) => boolean) => {
    let [sum, total] = [0, unknown];
    for (const outcome of weights) {
      if (!counts(outcome)) continue;
      sum += outcome.weight * Math.min(1, Math.max(-1, outcome.value));
      total += outcome.weight;
    }
    return sum / total;
  };
  const { channel: place, kind: sort } = action;
  const moved = weighed.map(
    ({ contribution, id }) =>
      contribution * (1 + goalMoved * standing(({ goalIds }) => goalIds.includes(id))),
  );
  const plain = goalTerm(weighed.map(({ contribution }) => contribution));
  const goals = (goalTerm(moved) - plain) / goalMoved;
  const channel = place === null ? 0 : standing((outcome) => outcome.channel === place);
  const kind = sort === null ? 0 : standing((outcome) => outcome.kind === sort);
  return { goals, channel, kind, value: goalWorth * goals + elseWorth * (channel + kind) };
}

/** What was told later than now counts as told now. */
function weightOf(at: Date, now: Date): number {
  return bounded(2 ** (-Math.max(0, now.getTime() - at.getTime()) / dayMs / halfLifeDays));
}
