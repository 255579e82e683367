import type { Evidence } from '../evidence/evidence.ts';
import type { Calibration } from './calibrate.ts';

/** What a model knows of one module of its cluster. Plain JSON. */
export interface ModuleModel {
  /** Labels that it learned from. */
  readonly labels: number;
  /** Missing until labels tell useful from useless. */
  readonly evidence?: Evidence;
  readonly calibration: Calibration;
}

/** Version of the shape below. */
export const modelSchema = 'limbic-model.v1';

/** The part of a model that is JSON; the weights are stored beside it. */
export interface ModelHead {
  readonly schema: typeof modelSchema;
  /** See `featureSchema`. */
  readonly features: string;
  /** Whether its LSTM showed that it may lead. */
  readonly promoted: boolean;
  /** When the last label was given that it learned from, in seconds since 1970; null before the first. */
  readonly learnedUntil: number | null;
  readonly modules: Readonly<Record<string, ModuleModel>>;
}

/** A version of a cluster's model. Immutable. */
export interface LimbicModel extends ModelHead {
  /** In the layout of `layout`. */
  readonly weights: Float32Array;
}
