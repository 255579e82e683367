/** How a step changes weights. */
export interface AdamOptions {
  readonly learningRate: number;
  /** The share of the distance to `anchor` that a step takes back, times the learning rate. */
  readonly decay: number;
  /** Where the decay pulls to: the weights that training began with, or zeros. */
  readonly anchor: Float32Array;
  /** A gradient that is longer is shortened to this length. */
  readonly clipNorm: number;
}

/** The moments that Adam keeps between steps. */
export interface AdamState {
  readonly first: Float64Array;
  readonly second: Float64Array;
  steps: number;
}

const firstKept = 0.9;
const secondKept = 0.999;
const epsilon = 1e-8;

/** The state before the first step. */
export function adamState(size: number): AdamState {
  return { first: new Float64Array(size), second: new Float64Array(size), steps: 0 };
}

/**
 * Takes one step (Adam by Kingma and Ba, with the decay apart from the gradient as in AdamW by Loshchilov and Hutter). Changes `weights` and `state`. A
 * gradient that is not finite changes nothing; answers whether it was taken.
 */
export function adamStep(
  weights: Float32Array,
  gradient: Float64Array,
  state: AdamState,
  { learningRate, decay, anchor, clipNorm }: AdamOptions,
): boolean {
  let squares = 0;
  for (const value of gradient) squares += value * value;
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm)) return false;
  const scale = norm > clipNorm ? clipNorm / norm : 1;
  state.steps += 1;
  const firstShare = 1 - firstKept ** state.steps;
  const secondShare = 1 - secondKept ** state.steps;
  for (let n = 0; n < weights.length; n += 1) {
    const slope = (gradient[n] as number) * scale;
    const first = firstKept * (state.first[n] as number) + (1 - firstKept) * slope;
    const second = secondKept * (state.second[n] as number) + (1 - secondKept) * slope * slope;
    state.first[n] = first;
    state.second[n] = second;
    const weight = weights[n] as number;
    const step = first / firstShare / (Math.sqrt(second / secondShare) + epsilon);
    weights[n] = weight - learningRate * (step + decay * (weight - (anchor[n] as number)));
  }
  return true;
}
