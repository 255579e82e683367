import type { BoundaryFeature } from './boundary-features.ts';

/** A logistic model over the boundary features; a feature without a weight is not used. */
export interface BoundaryModel {
  readonly bias: number;
  /** Probability from which a message counts as a boundary; the rate of switches is low, so it is below a half. */
  readonly threshold: number;
  readonly weights: Readonly<Partial<Record<BoundaryFeature, number>>>;
}

/** One model for messages with vectors, one for words alone. */
export interface BoundaryModels {
  /** Grows with every fit. */
  readonly version: number;
  readonly withVectors: BoundaryModel;
  readonly wordsOnly: BoundaryModel;
}
