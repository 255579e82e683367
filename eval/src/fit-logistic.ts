/** What a logistic model learns from. */
export interface Example {
  readonly features: readonly number[];
  readonly gold: 0 | 1;
}

/** A fitted logistic model: a weight for each feature, in their order. */
export interface LogisticFit {
  readonly bias: number;
  readonly list: readonly number[];
}

/** Steps of Newton's method; the likelihood of a logistic is settled long before. */
const stepsMax = 12;

/** The chance that a logistic gives an example. */
export function probability(bias: number, weights: readonly number[], features: readonly number[]): number {
  let sum = bias;
  for (let i = 0; i < features.length; i += 1) sum += (features[i] ?? 0) * (weights[i] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Fits a logistic by Newton's method with a ridge of `l2` on the standardised weights, the bias left free. Deterministic.
 * The weights are those of the features as they came.
 */
export function fitLogistic(examples: readonly Example[], l2: number): LogisticFit {
  const width = examples[0]?.features.length ?? 0;
  const scale = standardise(examples, width);
  const design = examples.map(({ features }) =>
    Float64Array.from([
      ...features.map((value, i) => (value - (scale.mean[i] ?? 0)) / (scale.spread[i] ?? 1)),
      1,
    ]),
  );
  let beta = new Float64Array(width + 1);
  for (let step = 0; step < stepsMax; step += 1) {
    const gradient = beta.map((weight, i) => (i < width ? l2 * weight : 0));
    const hessian = Array.from({ length: width + 1 }, (_, i) => {
      const row = new Float64Array(width + 1);
      row[i] = i < width ? l2 : 1e-9;
      return row;
    });
    for (const [n, row] of design.entries()) addExample(row, examples[n]?.gold ?? 0, beta, gradient, hessian);
    const move = solve(hessian, gradient);
    beta = beta.map((weight, i) => weight - (move[i] ?? 0));
  }
  const list = Array.from({ length: width }, (_, i) => (beta[i] ?? 0) / (scale.spread[i] ?? 1));
  const shift = list.reduce((sum, weight, i) => sum + weight * (scale.mean[i] ?? 0), 0);
  return { bias: (beta[width] ?? 0) - shift, list };
}

function standardise(examples: readonly Example[], width: number) {
  const mean = new Float64Array(width);
  const spread = new Float64Array(width);
  for (const { features } of examples)
    for (let i = 0; i < width; i += 1) mean[i] = (mean[i] ?? 0) + (features[i] ?? 0) / examples.length;
  for (const { features } of examples)
    for (let i = 0; i < width; i += 1)
      spread[i] = (spread[i] ?? 0) + ((features[i] ?? 0) - (mean[i] ?? 0)) ** 2 / examples.length;
  // A feature that never varies gets no weight, whatever it is divided by.
  return { mean, spread: spread.map((variance) => (variance < 1e-12 ? 1 : Math.sqrt(variance))) };
}

function addExample(
  row: Float64Array,
  gold: 0 | 1,
  beta: Float64Array,
  gradient: Float64Array,
  hessian: readonly Float64Array[],
): void {
  let sum = 0;
  for (let i = 0; i < row.length; i += 1) sum += (row[i] ?? 0) * (beta[i] ?? 0);
  const chance = 1 / (1 + Math.exp(-sum));
  const weight = Math.max(chance * (1 - chance), 1e-6);
  for (let i = 0; i < row.length; i += 1) {
    const value = row[i] ?? 0;
    gradient[i] = (gradient[i] ?? 0) + value * (chance - gold);
    const line = hessian[i];
    if (line === undefined || value === 0) continue;
    for (let j = 0; j <= i; j += 1) line[j] = (line[j] ?? 0) + weight * value * (row[j] ?? 0);
  }
}

/** Solves A x = b for a symmetric positive matrix of which the lower half is filled, by Cholesky. */
function solve(matrix: readonly Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  const at = (i: number, j: number) => matrix[i]?.[j] ?? 0;
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = at(i, j);
      for (let k = 0; k < j; k += 1) sum -= at(i, k) * at(j, k);
      const line = matrix[i] as Float64Array;
      line[j] = i === j ? Math.sqrt(sum) : sum / at(j, j);
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] = (x[i] ?? 0) - at(i, k) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) x[i] = (x[i] ?? 0) - at(k, i) * (x[k] ?? 0);
    x[i] = (x[i] ?? 0) / at(i, i);
  }
  return x;
}
