import type { BoundaryFeature } from './boundary-features.ts';

/** A logistic model over the boundary features; a feature without a weight is not used. */
export interface BoundaryModel {
  readonly bias: number;
  /** Probability from which a message counts as a boundary; the rate of switches is low, so it is below a half. */
  readonly threshold: number;
  readonly weights: Readonly<Partial<Record<BoundaryFeature, number>>>;
}

/**
 * Fitted on people's marks of topic switches in small talk and rounded to a tenth; similarities are calibrated,
 * so the weights hold for any embedding model. Low similarity, a question and an opener speak for a switch; a
 * question just before speaks against one, for an answer opens nothing.
 */
export const boundaryModels = {
  withVectors: {
    bias: -2.6,
    threshold: 0.24,
    weights: {
      similarity_last: -0.9,
      similarity_best: -0.5,
      similarity_running: -0.3,
      asks_now: 0.7,
      asked_before: -1,
      opens: 1.1,
      anaphoric: -0.4,
      second_person: 0.2,
      overlap: -0.2,
      length: 0.6,
      new_words: 0.7,
      turns: -0.3,
    },
  },
  wordsOnly: {
    bias: -2,
    threshold: 0.28,
    weights: {
      asks_now: 0.7,
      asked_before: -1.2,
      opens: 1.1,
      anaphoric: -0.3,
      second_person: 0.2,
      overlap: -1,
      length: 0.3,
      new_words: 0.8,
      turns: -0.2,
    },
  },
} as const satisfies Record<string, BoundaryModel>;
