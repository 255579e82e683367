import { featureCount } from '../features/feature-names.ts';

/** Hidden values of the LSTM, `H`. */
export const hiddenSize = 64;
/** Rows of its matrices: four gates. */
export const gateRows = 4 * hiddenSize;

/**
 * Where the parameters lie in the flat array of weights, each matrix row by row. The gates stand in the order of ONNX: input, output, forget, cell
 * (i, o, f, c). `w` [4H, F], `r` [4H, H], `wb` and `rb` [4H] (the biases of both, which are added), `head` [H], `headBias` [1].
 */
export const layout = {
  w: 0,
  r: gateRows * featureCount,
  wb: gateRows * (featureCount + hiddenSize),
  rb: gateRows * (featureCount + hiddenSize + 1),
  head: gateRows * (featureCount + hiddenSize + 2),
  headBias: gateRows * (featureCount + hiddenSize + 2) + hiddenSize,
} as const;

/** Parameters of a model: 21,057. */
export const weightCount = layout.headBias + 1;

/** The matrices of a model as views on its flat weights: what a session of ONNX takes as inputs. */
export interface LstmTensors {
  /** `[4H, F]`. */
  readonly w: Float32Array;
  /** `[4H, H]`. */
  readonly r: Float32Array;
  /** `[8H]`: the biases of the input, then those of the recurrence. */
  readonly b: Float32Array;
  /** `[H]`. */
  readonly head: Float32Array;
  /** `[1]`. */
  readonly headBias: Float32Array;
}

/** Views on the parts of flat weights; nothing is copied. */
export function tensorsOf(weights: Float32Array): LstmTensors {
  return {
    w: weights.subarray(layout.w, layout.r),
    r: weights.subarray(layout.r, layout.wb),
    b: weights.subarray(layout.wb, layout.head),
    head: weights.subarray(layout.head, layout.headBias),
    headBias: weights.subarray(layout.headBias, weightCount),
  };
}
