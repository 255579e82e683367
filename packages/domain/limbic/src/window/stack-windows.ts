import { featureCount, windowLength } from '../features/feature-names.ts';
import type { WindowFeatures } from './window-matrix.ts';

/** Windows as one batch for the LSTM. */
export interface StackedWindows {
  /** `[B, T, F]`: the events first, padding behind them. */
  readonly windows: Float32Array;
  /** `[B]`: events of each. */
  readonly lengths: Int32Array;
}

/** Puts windows, which are padded at the front, into one batch that is padded at the end, as ONNX wants it. */
export function stackWindows(all: readonly WindowFeatures[]): StackedWindows {
  const size = windowLength * featureCount;
  const windows = new Float32Array(all.length * size);
  for (const [n, { matrix, length }] of all.entries()) {
    windows.set(matrix.subarray((windowLength - length) * featureCount), n * size);
  }
  return { windows, lengths: Int32Array.from(all, ({ length }) => length) };
}
