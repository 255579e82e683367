/** What a wide logistic learns from: rows of numbers, their marks and how much each counts. */
export interface WideExamples {
  readonly rows: readonly Float32Array[];
  readonly gold: readonly (0 | 1)[];
  readonly weights: readonly number[];
}

/** Weights in the order of the numbers, and the bias. */
export interface WideFit {
  readonly list: Float64Array;
  readonly bias: number;
}

const newtonSteps = 6;
const gradientSteps = 10;

const chance = (sum: number) => 1 / (1 + Math.exp(-sum));

function sumOf(row: Float32Array, beta: Float64Array): number {
  let sum = beta[row.length] as number;
  for (let j = 0; j < row.length; j += 1) sum += (row[j] as number) * (beta[j] as number);
  return sum;
}

function addRow(row: Float32Array, share: number, into: Float64Array): void {
  for (let j = 0; j < row.length; j += 1) into[j] = (into[j] as number) + share * (row[j] as number);
  into[row.length] = (into[row.length] as number) + share;
}

const squares = (vector: Float64Array) => vector.reduce((sum, value) => sum + value * value, 0);

/**
 * Fits a logistic over many numbers by Newton's method, each step by conjugate gradients, with a ridge of `l2` on the weights as they are: a
 * number that hardly varies gets hardly a weight, so that what one kind of talk shows by chance is not relied on in another. Deterministic.
 */
export function fitWide({ gold, rows, weights }: WideExamples, l2: number): WideFit {
  const width = rows[0]?.length ?? 0;
  const beta = new Float64Array(width + 1);
  const curvature = new Float64Array(rows.length);
  for (let step = 0; step < newtonSteps; step += 1) {
    const gradient = beta.map((value, j) => (j < width ? l2 * value : 0));
    for (const [n, row] of rows.entries()) {
      const p = chance(sumOf(row, beta));
      curvature[n] = (weights[n] as number) * Math.max(p * (1 - p), 1e-6);
      addRow(row, (weights[n] as number) * (p - (gold[n] as number)), gradient);
    }
    const move = descend(rows, curvature, gradient, l2);
    for (let j = 0; j <= width; j += 1) beta[j] = (beta[j] as number) + (move[j] as number);
  }
  return { list: beta.subarray(0, width), bias: beta[width] as number };
}

/** Conjugate gradients towards the step that the curvature asks for. */
function descend(
  rows: readonly Float32Array[],
  curvature: Float64Array,
  gradient: Float64Array,
  l2: number,
): Float64Array {
  const width = gradient.length - 1;
  const move = new Float64Array(width + 1);
  let rest = gradient.map((value) => -value);
  let way = rest.slice();
  let size = squares(rest);
  for (let step = 0; step < gradientSteps && size > 1e-9; step += 1) {
    const bent = way.map((value, j) => (j < width ? l2 * value : 0));
    for (const [n, row] of rows.entries()) addRow(row, (curvature[n] as number) * sumOf(row, way), bent);
    const length = size / way.reduce((sum, value, j) => sum + value * (bent[j] as number), 0);
    for (let j = 0; j <= width; j += 1) move[j] = (move[j] as number) + length * (way[j] as number);
    rest = rest.map((value, j) => value - length * (bent[j] as number));
    const next = squares(rest);
    way = rest.map((value, j) => value + (next / size) * (way[j] as number));
    size = next;
  }
  return move;
}
