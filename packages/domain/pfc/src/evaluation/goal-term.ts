import type { EvaluationGoal, MatchedGoal } from '@salience/contracts';
import { contentOf, wordOverlap } from './overlap.ts';

/** A goal as actions are held to it. */
export type WeighedGoal = Pick<EvaluationGoal, 'id' | 'goal' | 'priority' | 'context'>;

/** Cosine of action and goal after the model's calibration, 0 to 1, by the goal's id. */
export type Similarities = ReadonlyMap<number, number>;

/** Below this overlap a goal is not named as matched. */
const matchedMin = 0.2;
/** A likeness in meaning alone is worth less than the goal's own words. */
const similarityWorth = 0.8;
/** What the second best goal adds. */
const secondWorth = 0.25;

/** Every goal with what an action does for it, the best first; a draw in the order of the goals. */
export function weighGoals(
  texts: readonly (string | null | undefined)[],
  goals: readonly WeighedGoal[],
  similarity?: Similarities,
): readonly MatchedGoal[] {
  const action = contentOf(...texts);
  return goals
    .map(({ context, goal, id, priority }) => {
      const alike = similarityWorth * bounded(similarity?.get(id) ?? 0);
      const overlap = Math.max(wordOverlap(action, goal, context), alike);
      return { id, goal, priority, overlap, contribution: overlap * bounded(priority / 100) };
    })
    .toSorted((a, b) => b.contribution - a.contribution);
}

/** Those that are named in the answer: an overlap of .2 or more. */
export function matchedOf(weighed: readonly MatchedGoal[]): readonly MatchedGoal[] {
  return weighed.filter(({ overlap }) => overlap >= matchedMin);
}

/**
 * What goals are worth to an action, 0 to 1: the best one and a quarter of the second. Rises with each contribution, whichever it is.
 */
export function goalTerm(contributions: readonly number[]): number {
  const [best = 0, second = 0] = contributions.toSorted((a, b) => b - a);
  return bounded(best + secondWorth * second);
}

/** Held between 0 and 1; NaN is 0. */
export function bounded(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
