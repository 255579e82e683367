import { requireWeights } from '../lstm/weights.ts';

/** Steps between two whole weights: good to 1/8,192, for weights between −8 and 8. */
const stepsPerUnit = 4_096;
const most = 32_767;

/** Weights as base64 of 16-bit whole numbers in little-endian order, in 1/4,096; what is outside of ±8 is cut. */
export function packWeights(weights: Float32Array): string {
  requireWeights(weights);
  let text = '';
  for (const weight of weights) {
    const steps = Math.max(-most, Math.min(most, Math.round(weight * stepsPerUnit)));
    text += String.fromCharCode(steps & 0xff, (steps >> 8) & 0xff);
  }
  return btoa(text);
}

/** The weights that were packed. Throws `limbic.weights-invalid` unless they are as many as the model has. */
export function unpackWeights(packed: string): Float32Array {
  const text = atob(packed);
  const weights = Float32Array.from({ length: text.length / 2 }, (_, n) => {
    const steps = text.charCodeAt(2 * n) | (text.charCodeAt(2 * n + 1) << 8);
    return ((steps << 16) >> 16) / stepsPerUnit;
  });
  requireWeights(weights);
  return weights;
}
