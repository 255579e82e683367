import {
  meanFigures,
  measureRanking,
  type RetrievalFactor,
  retrievalFactors,
  type RetrievalFigures,
  type RetrievalWeights,
  weightedSum,
} from '@salience/memory';
import type { AnsweredQuestion } from './rows.ts';

/** Weights of every factor. */
export type Weights = RetrievalWeights['factors'];

/** What each weight may be: round numbers, so that no weight is finer than the rows can tell. */
const grid = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.2, 1.5, 2];
const passes = 3;
/** `words` is the measure of the others. Facts of use and of topics do not vary over rows of a transcript. */
const kept: readonly RetrievalFactor[] = ['words', 'topic', 'weight', 'recency'];

/** The same questions with their candidates in the order that other weights give. */
export function reranked(questions: readonly AnsweredQuestion[], weights: Weights): AnsweredQuestion[] {
  return questions.map((question) => {
    const ranked = question.ranked
      .map((hit) => ({ hit, score: weightedSum(hit.why ?? {}, weights) }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ hit }) => hit);
    const gold = { turns: question.evidence, sessions: question.evidence_sessions };
    return { ...question, ranked, figures: measureRanking(ranked, gold) };
  });
}

/** What the search looks for: the evidence among ten, and inside a thousand tokens, and high up. */
function worth(questions: readonly AnsweredQuestion[]): number {
  const { turnRecall, ndcgAt10, evidence } = meanFigures(questions.map(({ figures }) => figures));
  return (turnRecall['10'] ?? 0) + (evidence['1000'] ?? 0) + ndcgAt10 / 2;
}

/** Fits weights by going through the factors, each time taking the best value of a grid; a tie keeps what is. */
export function fitWeights(questions: readonly AnsweredQuestion[], start: Weights): Weights {
  let weights = start;
  let best = worth(reranked(questions, weights));
  for (let pass = 0; pass < passes; pass += 1) {
    const before = best;
    for (const factor of retrievalFactors) {
      if (kept.includes(factor)) continue;
      for (const value of grid) {
        const tried = { ...weights, [factor]: value };
        const got = worth(reranked(questions, tried));
        if (got > best + 1e-9) [weights, best] = [tried, got];
      }
    }
    if (best === before) break;
  }
  return weights;
}

/** What is lost without each factor: the figures with its weight at 0. */
export function ablations(
  questions: readonly AnsweredQuestion[],
  weights: Weights,
): { readonly factor: RetrievalFactor; readonly without: RetrievalFigures }[] {
  return retrievalFactors
    .filter((factor) => weights[factor] !== 0)
    .map((factor) => {
      const rest = reranked(questions, { ...weights, [factor]: 0 });
      return { factor, without: meanFigures(rest.map(({ figures }) => figures)) };
    });
}
