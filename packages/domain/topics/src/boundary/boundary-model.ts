import type { BoundaryFeature } from './boundary-feature-names.ts';
import type { LevelName } from './boundary-state.ts';

/** A logistic model over the boundary features; a feature without a weight is not used. */
export interface BoundaryModel {
  readonly bias: number;
  /** Probability from which a message counts as a boundary where the agent sets none; the rate of switches is low, so it is below a half. */
  readonly threshold: number;
  /** Mean log-odds of a message, which a thread's own are held against. */
  readonly odds: number;
  readonly weights: Readonly<Partial<Record<BoundaryFeature, number>>>;
}

/** A level as it is in talk of all kinds, for a thread that has hardly begun. */
export interface UsualLevel {
  readonly mean: number;
  /** Standard deviation, above 0. */
  readonly spread: number;
}

/** One model for messages with vectors that the directions can read, one for other vectors, one for words alone. */
export interface BoundaryModels {
  /** Grows with every fit. */
  readonly version: number;
  readonly levels: Readonly<Record<LevelName, UsualLevel>>;
  readonly withDirections: BoundaryModel;
  readonly withVectors: BoundaryModel;
  readonly wordsOnly: BoundaryModel;
}

/** One number for each of a vector's, as signed bytes in base64 and their scale. */
export interface PackedDirection {
  readonly scale: number;
  readonly weights: string;
}

/** What the vectors of one embedding model say of a boundary by themselves. */
export interface BoundaryDirections {
  readonly modelId: string;
  /** Code of the language that they were learned in. */
  readonly language: string;
  /** What messages that open a matter have in common. */
  readonly opening: PackedDirection;
  /** In which numbers a message differs from those before it where a matter opens. */
  readonly parting: PackedDirection;
}
