import { hasDirection, unit } from './vectors.ts';

/*
 * What messages teach of a topic is written as increments: each turn's row has its own, in whole numbers, and the topic's centre is
 * derived from their sum. Whole numbers add up to the same in any order and however they were gathered, which 32-bit floats do not; so
 * every worker that has read the same rows holds the same centre, bit for bit.
 */

/** Parts of 1 that a whole number counts. */
const parts = 2 ** 14;
const headBytes = 2;
const steps = 127;

/**
 * What a message teaches, as it is stored with its turn: the unit vector in whole steps, a signed byte a component behind the size of a
 * step (big endian, 2^-14). No component is off by more than half a step, a hundredth of the largest. Null for a vector without direction.
 */
export function taughtBytes(vector: ArrayLike<number>): Uint8Array | null {
  if (!hasDirection(vector)) return null;
  const values = unit(vector);
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  const step = Math.ceil((largest * parts) / steps);
  const bytes = new Uint8Array(headBytes + values.length);
  bytes[0] = step >> 8;
  bytes[1] = step & 0xff;
  // An unsigned array keeps the low byte of a negative number: its two's complement.
  for (const [i, value] of values.entries()) bytes[headBytes + i] = Math.round((value * parts) / step);
  return bytes;
}

/** What `taughtBytes` stored, in whole numbers. `settle_topics` reads the same. */
export function taughtNumbers(bytes: Uint8Array): Float64Array {
  const step = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const numbers = new Float64Array(Math.max(0, bytes.length - headBytes));
  // The sign is the byte's highest bit. An integer times an integer: no rounding, and no negative zero.
  for (let i = 0; i < numbers.length; i += 1)
    numbers[i] = step * (((bytes[headBytes + i] as number) << 24) >> 24) + 0;
  return numbers;
}

/** Two sums together; one over no messages is empty. */
export function addTaught(a: Float64Array, b: Float64Array): Float64Array {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const sum = new Float64Array(a.length);
  for (let i = 0; i < sum.length; i += 1) sum[i] = (a[i] as number) + (b[i] as number);
  return sum;
}

/** The centre of a topic: the direction of the sum of what its messages teach. Empty while they taught nothing, or the opposite of each other. */
export function centreOf(sum: Float64Array): Float32Array {
  let squares = 0;
  for (const value of sum) squares += value * value;
  if (squares === 0) return new Float32Array(0);
  const length = Math.sqrt(squares);
  return Float32Array.from(sum, (value) => value / length);
}

/** The message's vector, as near as it was stored. */
export function taughtVector(bytes: Uint8Array): Float32Array {
  return Float32Array.from(taughtNumbers(bytes), (value) => value / parts);
}
