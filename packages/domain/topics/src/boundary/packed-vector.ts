/**
 * A direction in a few hundred characters: one byte a number, scaled to the largest, base64. Good to about 1 %
 * of a cosine, which is enough for a hint, and small enough to be kept per thread.
 */
export type PackedVector = string;

/** Packs the direction of a vector; its length is lost. */
export function packVector(vector: ArrayLike<number>): PackedVector {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  let bytes = '';
  for (let i = 0; i < vector.length; i += 1) {
    bytes += String.fromCharCode((largest === 0 ? 0 : Math.round(((vector[i] ?? 0) / largest) * 127)) + 128);
  }
  return btoa(bytes);
}

/** The direction of a packed vector, not scaled. */
export function unpackVector(packed: PackedVector): number[] {
  const bytes = atob(packed);
  const vector: number[] = [];
  for (let i = 0; i < bytes.length; i += 1) vector.push(bytes.charCodeAt(i) - 128);
  return vector;
}
