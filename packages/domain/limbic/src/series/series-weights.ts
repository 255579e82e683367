import { packedSeriesWeights } from './packed-series-weights.ts';
import { unpackWeights } from './packed-weights.ts';

let unpacked: Float32Array | undefined;

/** The shipped weights for series and kinds, made by `eval/train-series.ts`. One array for all callers; it must not be changed. */
export function seriesWeights(): Float32Array {
  unpacked ??= unpackWeights(packedSeriesWeights);
  return unpacked;
}
