/** A vector, the kind it belongs to, and how much it counts. Weights add up to 1. */
export interface Example {
  readonly vector: Float32Array;
  readonly kind: number;
  readonly weight: number;
}

/** The direction of one kind. */
export interface Direction {
  readonly weights: readonly number[];
  readonly bias: number;
}

const rounds = 1_500;
/** Safe for unit vectors whose weights add up to 1. */
const step = 1.5;

function shares(sums: readonly number[]): number[] {
  const most = Math.max(...sums);
  const raised = sums.map((sum) => Math.exp(sum - most));
  const all = raised.reduce((a, b) => a + b, 0);
  return raised.map((value) => value / all);
}

/** Softmax regression with a ridge by accelerated descent over all examples. Deterministic. */
export function fitSoftmax(
  set: readonly Example[],
  options: { readonly kinds: number; readonly dimensions: number; readonly ridge: number },
): Direction[] {
  const { kinds, dimensions, ridge } = options;
  const width = dimensions + 1;
  let at = new Float64Array(kinds * width);
  let ahead = at.slice();
  for (let round = 0; round < rounds; round += 1) {
    const slope = slopeAt(ahead, set, { kinds, dimensions, ridge });
    const next = ahead.map((value, index) => value - step * (slope[index] as number));
    const push = round / (round + 3);
    ahead = next.map((value, index) => value + push * (value - (at[index] as number)));
    at = next;
  }
  return Array.from({ length: kinds }, (_, kind) => ({
    weights: Array.from(at.subarray(kind * width, kind * width + dimensions)),
    bias: at[kind * width + dimensions] as number,
  }));
}

function slopeAt(
  point: Float64Array,
  set: readonly Example[],
  options: { readonly kinds: number; readonly dimensions: number; readonly ridge: number },
): Float64Array {
  const { kinds, dimensions, ridge } = options;
  const width = dimensions + 1;
  const slope = new Float64Array(kinds * width);
  for (let kind = 0; kind < kinds; kind += 1) {
    for (let index = 0; index < dimensions; index += 1) {
      slope[kind * width + index] = 2 * ridge * (point[kind * width + index] as number);
    }
  }
  for (const { vector, kind: truth, weight } of set) {
    const sums = Array.from({ length: kinds }, (_, kind) => {
      let sum = point[kind * width + dimensions] as number;
      for (let index = 0; index < dimensions; index += 1) {
        sum += (point[kind * width + index] as number) * (vector[index] as number);
      }
      return sum;
    });
    for (const [kind, share] of shares(sums).entries()) {
      const off = weight * (share - (kind === truth ? 1 : 0));
      const from = kind * width;
      for (let index = 0; index < dimensions; index += 1) {
        slope[from + index] = (slope[from + index] as number) + off * (vector[index] as number);
      }
      slope[from + dimensions] = (slope[from + dimensions] as number) + off;
    }
  }
  return slope;
}
