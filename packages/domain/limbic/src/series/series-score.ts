import { featureCount, windowLength } from '../features/feature-names.ts';
import { emptyTrace, runWindow, sigmoid } from '../lstm/forward.ts';
import type { WindowFeatures } from '../window/window-matrix.ts';

/** `[T, F]` of the latest rows of a series or of kinds, padded at the front as the windows of modules are. */
export function seriesWindow({ rows }: { readonly rows: readonly (readonly number[])[] }): WindowFeatures {
  const matrix = new Float32Array(windowLength * featureCount);
  const latest = rows.slice(-windowLength);
  for (const [n, row] of latest.entries()) matrix.set(row, (windowLength - latest.length + n) * featureCount);
  return { matrix, length: latest.length };
}

/**
 * The score of the latest number or kind by the LSTM, 0 to 1: the network that scores windows of modules, with weights of its own (`seriesWeights()`). What a
 * gate holds to its threshold. 0 before the first event. A session of onnxruntime gives the same within 1e-5.
 */
export function seriesScore(
  state: { readonly rows: readonly (readonly number[])[] },
  weights: Float32Array,
): number {
  const { length, matrix } = seriesWindow(state);
  if (length === 0) return 0;
  const from = (windowLength - length) * featureCount;
  return sigmoid(runWindow(weights, matrix, from, length, emptyTrace(length)));
}
