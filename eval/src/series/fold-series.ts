import { emptySeries, seriesScore, type SeriesState, stepSeries } from '@salience/limbic';
import type { LabelledSeries } from './series-row-schema.ts';

/** A series as the product's fold saw it. */
export interface FoldedSeries extends LabelledSeries {
  /** The rows that the state keeps after each point, at most ten; none for a point without a number. */
  readonly kept: readonly SeriesState['rows'][];
  /** By the rule of the fold alone, 0 to 1. */
  readonly surprises: readonly number[];
}

/** Folds over every point of a series, from the first to the last. */
export function foldSeries(series: LabelledSeries): FoldedSeries {
  let state = emptySeries();
  const kept: SeriesState['rows'][] = [];
  const surprises: number[] = [];
  for (const point of series.points) {
    const step = stepSeries(state, point);
    kept.push(step.state === state ? [] : step.state.rows);
    surprises.push(step.surprise);
    state = step.state;
  }
  return { ...series, kept, surprises };
}

/** The score of every point by the LSTM, as the product scores the state after it. */
export function scoresOf({ kept }: FoldedSeries, weights: Float32Array): Float64Array {
  return Float64Array.from(kept, (rows) => seriesScore({ rows }, weights));
}
