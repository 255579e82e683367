import { emptySeries, seriesScore, stepSeries } from '@salience/limbic';
import type { LabelledSeries } from './series-row-schema.ts';

/** A series as the product's fold saw it, a row and a surprise a point. A point without a number repeats what came before it. */
export interface FoldedSeries extends LabelledSeries {
  /** `[N][F]`. */
  readonly rows: readonly (readonly number[])[];
  /** By the rule of the fold alone, 0 to 1. */
  readonly surprises: readonly number[];
}

/** Folds over every point of a series, from the first to the last. */
export function foldSeries(series: LabelledSeries): FoldedSeries {
  let state = emptySeries();
  const rows: (readonly number[])[] = [];
  const surprises: number[] = [];
  for (const point of series.points) {
    const step = stepSeries(state, point);
    state = step.state;
    rows.push(state.rows.at(-1) ?? Array.from({ length: 16 }, () => 0));
    surprises.push(step.surprise);
  }
  return { ...series, rows, surprises };
}

/** The score of every point by the LSTM, as the product scores the state after it. */
export function scoresOf({ rows }: FoldedSeries, weights: Float32Array): Float64Array {
  return Float64Array.from(rows, (_, n) => seriesScore({ rows: windowAt(rows, n) }, weights));
}

/** The rows that a state keeps after the point `n`. */
export function windowAt(rows: FoldedSeries['rows'], n: number): FoldedSeries['rows'] {
  return rows.slice(Math.max(0, n - 9), n + 1);
}
