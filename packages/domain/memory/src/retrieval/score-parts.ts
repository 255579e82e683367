import {
  againstFactors,
  type RetrievalFactor,
  retrievalFactors,
  type RetrievalWeights,
  retrievalWeights,
} from './weights.ts';

/** One factor of a score. `value` 0..1; `weight` below 0 counts against the hit; `part` is what it adds to the score. */
export interface ScorePart {
  readonly name: RetrievalFactor;
  readonly value: number;
  readonly weight: number;
  readonly part: number;
}

/** The evidence that every question has: a score of 1 is all of it (`rankMemories`). */
export function fullWeight({ factors }: RetrievalWeights): number {
  return factors.words + factors.neighbours + factors.meaning + factors.session;
}

/** What each factor of a hit adds to its score, the largest first. The parts add up to the score before it is held within 0..1. Pure. */
export function scoreParts(
  why: Readonly<Partial<Record<string, number>>>,
  weights: RetrievalWeights = retrievalWeights,
): ScorePart[] {
  const full = fullWeight(weights);
  return retrievalFactors
    .flatMap((name): ScorePart[] => {
      const value = why[name];
      if (value === undefined) return [];
      const weight = weights.factors[name] * (againstFactors.includes(name) ? -1 : 1);
      return [{ name, value, weight, part: (value * weight) / full }];
    })
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
}
