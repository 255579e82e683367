import { SalienceError } from '@salience/errors';

/** Throws `topics.dimensions` when two vectors differ in length: they are of different models. */
function sameDimensions(a: ArrayLike<number>, b: ArrayLike<number>): void {
  if (a.length === b.length) return;
  throw new SalienceError(
    'topics.dimensions',
    `Expected vectors of one model, got ${a.length} and ${b.length} dimensions. Compare vectors of one model id only.`,
    { kind: 'bug', data: { a: a.length, b: b.length } },
  );
}

/** Cosine of two vectors, -1 to 1; 0 when one of them has no direction. Throws `topics.dimensions` when they differ in length. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  sameDimensions(a, b);
  let product = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i += 1) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return lengthA === 0 || lengthB === 0 ? 0 : product / Math.sqrt(lengthA * lengthB);
}

/** Cosine of a vector of a known length and another one; for comparing one with many. Throws what `cosine` throws. */
export function cosineTo(a: Float32Array, length: number, b: Float32Array): number {
  sameDimensions(a, b);
  const other = keptLengthOf(b);
  return length === 0 || other === 0 ? 0 : dot(a, b) / (length * other);
}

/** Lengths of vectors that many messages are compared with; nobody changes such a vector, a new one takes its place. */
const lengths = new WeakMap<Float32Array, number>();

function keptLengthOf(vector: Float32Array): number {
  const known = lengths.get(vector);
  if (known !== undefined) return known;
  const length = lengthOf(vector);
  lengths.set(vector, length);
  return length;
}

/** The length of a vector. */
export function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}

/** The same numbers as 32-bit floats; a copy only where they are something else. */
export function floats(vector: ArrayLike<number>): Float32Array {
  return vector instanceof Float32Array ? vector : Float32Array.from(vector);
}

/**
 * The inner product of the first `size` numbers of a vector and of another one from `at` on; by default of all. Of one kind of
 * array only, since this is where assigning a topic spends its time: engines read one kind several times as fast as many.
 */
export function dot(a: Float32Array, b: Float32Array, size: number = a.length, at = 0): number {
  // Four sums side by side: a processor adds them at the same time, one alone waits for each addition.
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const whole = size - (size % 4);
  for (let i = 0; i < whole; i += 4) {
    s0 += (a[i] as number) * (b[at + i] as number);
    s1 += (a[i + 1] as number) * (b[at + i + 1] as number);
    s2 += (a[i + 2] as number) * (b[at + i + 2] as number);
    s3 += (a[i + 3] as number) * (b[at + i + 3] as number);
  }
  for (let i = whole; i < size; i += 1) s0 += (a[i] as number) * (b[at + i] as number);
  return s0 + s1 + (s2 + s3);
}

/** True when a vector points somewhere: finite numbers, not all zero. A failed embedder gives neither. */
export function hasDirection(vector: ArrayLike<number>): boolean {
  let length = 0;
  for (let i = 0; i < vector.length; i += 1) length += (vector[i] ?? 0) ** 2;
  return Number.isFinite(length) && length > 0;
}

/** The vector scaled to length 1; a vector without direction is returned as it is. */
export function unit(vector: ArrayLike<number>): number[] {
  const values = Array.from(vector);
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  if (length !== 0) for (let i = 0; i < values.length; i += 1) values[i] = (values[i] ?? 0) / length;
  return values;
}

/** `weight` parts of `b` mixed into `a`, entry by entry. */
export function mix(a: ArrayLike<number>, b: ArrayLike<number>, weight: number): number[] {
  // A plain loop: this runs for every message, and a callback per number costs five times as much.
  const mixed: number[] = [];
  for (let i = 0; i < a.length; i += 1) mixed.push((a[i] ?? 0) * (1 - weight) + (b[i] ?? 0) * weight);
  return mixed;
}

/** Where cosines of one model lie; belongs to the model and comes with it. */
export interface ModelCalibration {
  /** From here on two texts are about one topic. */
  readonly sameTopicCosine: number;
  /** Below this they are not. */
  readonly newTopicCosine: number;
}

/**
 * A cosine on a scale that means the same for every model: 0 at the model's new-topic line, 1 at its
 * same-topic line, beyond both ends further on. Throws `topics.calibration` when the lines are not in order.
 */
export function calibrated(value: number, calibration: ModelCalibration): number {
  const { sameTopicCosine, newTopicCosine } = calibration;
  if (!(sameTopicCosine > newTopicCosine)) {
    throw new SalienceError(
      'topics.calibration',
      `Expected sameTopicCosine above newTopicCosine, got ${sameTopicCosine} and ${newTopicCosine}. Calibrate the embedding model.`,
      { data: { sameTopicCosine, newTopicCosine } },
    );
  }
  return (value - newTopicCosine) / (sameTopicCosine - newTopicCosine);
}
