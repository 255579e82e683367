import type { RetrievalFigures } from '@salience/memory';
import { type MeanInterval, meanInterval } from '../intervals.ts';
import type { AnsweredQuestion } from './rows.ts';

/** The figures that a comparison shows, by name. */
export const compared = {
  'recall@1': (figures: RetrievalFigures) => figures.turnRecall['1'] ?? 0,
  'recall@5': (figures: RetrievalFigures) => figures.turnRecall['5'] ?? 0,
  'recall@10': (figures: RetrievalFigures) => figures.turnRecall['10'] ?? 0,
  'recall@20': (figures: RetrievalFigures) => figures.turnRecall['20'] ?? 0,
  'session@1': (figures: RetrievalFigures) => figures.sessionRecall['1'] ?? 0,
  'session@5': (figures: RetrievalFigures) => figures.sessionRecall['5'] ?? 0,
  'nDCG@10': (figures: RetrievalFigures) => figures.ndcgAt10,
  MRR: (figures: RetrievalFigures) => figures.mrr,
  'in 500': (figures: RetrievalFigures) => figures.evidence['500'] ?? 0,
  'in 1000': (figures: RetrievalFigures) => figures.evidence['1000'] ?? 0,
  'in 2000': (figures: RetrievalFigures) => figures.evidence['2000'] ?? 0,
  'in 4000': (figures: RetrievalFigures) => figures.evidence['4000'] ?? 0,
} as const;

/** One figure of both sides, in per cent, and the difference in points. */
export interface Comparison {
  readonly reference: number;
  readonly ours: number;
  readonly difference: MeanInterval;
}

/** Pairs answers to the same questions. Throws where one side lacks a question that counts. */
export function paired(
  reference: readonly AnsweredQuestion[],
  ours: readonly AnsweredQuestion[],
): { readonly reference: AnsweredQuestion; readonly ours: AnsweredQuestion }[] {
  const key = ({ conv, question, evidence }: AnsweredQuestion) => JSON.stringify([conv, question, evidence]);
  const found = new Map(ours.map((one) => [key(one), one]));
  return reference
    .filter(({ scored }) => scored)
    .map((one) => {
      const other = found.get(key(one));
      if (other === undefined)
        throw new Error(`the other side has no answer to "${one.question}" of ${one.conv}`);
      return { reference: one, ours: other };
    });
}

/** Compares every figure over some pairs. */
export function compare(pairs: ReturnType<typeof paired>): Record<keyof typeof compared, Comparison> {
  const names = Object.keys(compared) as (keyof typeof compared)[];
  const lines = names.map((name): [keyof typeof compared, Comparison] => {
    const value = compared[name];
    const [left, right] = [
      pairs.map(({ reference }) => 100 * value(reference.figures)),
      pairs.map(({ ours }) => 100 * value(ours.figures)),
    ];
    return [
      name,
      {
        reference: mean(left),
        ours: mean(right),
        difference: meanInterval(right.map((one, at) => one - (left[at] ?? 0))),
      },
    ];
  });
  return Object.fromEntries(lines) as Record<keyof typeof compared, Comparison>;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
