/** How much of the covariance is replaced by an even one: with few messages a direction may look narrower than it is. */
const shrinkage = 0.3;
/** Messages between two pauses. */
const slice = 32;

/**
 * Adds up the lower half of the covariance of deviations, row after row, shrunk towards an even one of the same trace. Pauses
 * now and then by yielding, so that whoever drives it may do something else meanwhile.
 */
export function* shrunkCovariance(
  deviations: readonly Float32Array[],
  size: number,
  freedom: number,
): Generator<void, Float64Array> {
  const lower = new Float64Array((size * (size + 1)) / 2);
  for (const [n, deviation] of deviations.entries()) {
    let at = 0;
    for (let i = 0; i < size; i += 1) {
      const value = deviation[i] as number;
      for (let j = 0; j <= i; j += 1)
        lower[at + j] = (lower[at + j] as number) + value * (deviation[j] as number);
      at += i + 1;
    }
    if (n % slice === slice - 1) yield;
  }
  let trace = 0;
  for (let i = 0; i < size; i += 1) trace += (lower[(i * (i + 3)) / 2] as number) / freedom;
  const even = trace / size;
  for (let k = 0; k < lower.length; k += 1) lower[k] = ((1 - shrinkage) * (lower[k] as number)) / freedom;
  for (let i = 0; i < size; i += 1) {
    const diagonal = (i * (i + 3)) / 2;
    // Where nothing varies at all every direction counts alike.
    lower[diagonal] = (lower[diagonal] as number) + (even > 0 ? shrinkage * even : 1);
  }
  return lower;
}

/** The lower Cholesky factor of a symmetric positive matrix given by its lower half, row after row; pauses like the above. */
export function* choleskyFactor(matrix: Float64Array, size: number): Generator<void, Float32Array> {
  const factor = Float64Array.from(matrix);
  for (let i = 0; i < size; i += 1) {
    const row = (i * (i + 1)) / 2;
    for (let j = 0; j <= i; j += 1) {
      const other = (j * (j + 1)) / 2;
      let sum = factor[row + j] as number;
      for (let k = 0; k < j; k += 1) sum -= (factor[row + k] as number) * (factor[other + k] as number);
      factor[row + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (factor[other + j] as number);
    }
    if (i % slice === slice - 1) yield;
  }
  return Float32Array.from(factor);
}
