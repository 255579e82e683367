import type { z } from 'zod';

/** What evaluators work with, besides the decision code itself. */
export interface EvaluationTools {
  /** The raw unit vector of a text by the model that the product uses; the model is loaded at the first call. */
  embed(text: string): Promise<Float32Array>;
  /** Of that model: where decisions on its cosines lie. */
  readonly calibration: { readonly sameTopicCosine: number; readonly newTopicCosine: number };
  readonly modelId: string;
}

/** What a decision came to on rows. */
export interface Evaluation {
  /** One for each row, in the order of the rows, with the scores that led to it. */
  readonly predictions: readonly object[];
  /** Figures as one JSON document. */
  readonly metrics: object;
}

/** What a measurement is asked for besides. */
export interface EvaluationOptions {
  /** Rows that are learned from and not measured. */
  readonly train?: readonly unknown[];
  /** Another operating point than the shipped one, 0 to 1. */
  readonly threshold?: number;
}

/** Runs the product's own decision on labelled rows. */
export interface Evaluator {
  /** What a row must look like; fields that it does not name are ignored. */
  readonly rowSchema: z.ZodType;
  /** The options that mean something here; the others are refused. */
  readonly takes?: readonly (keyof EvaluationOptions)[];
  /** Decides every row; `rows` and `options.train` passed `rowSchema`. */
  evaluate(
    rows: readonly unknown[],
    tools: EvaluationTools,
    options?: EvaluationOptions,
  ): Promise<Evaluation>;
}
