/**
 * A direction in a few hundred characters: one byte a number, scaled to the largest, base64. Good to about 1 %
 * of a cosine, which is enough for a hint, and small enough to be kept per thread.
 */
export type PackedVector = string;

/** Packs the direction of a vector; its length is lost. */
export function packVector(vector: ArrayLike<number>): PackedVector {
  const values = Array.from(vector);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const bytes = values.map((value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)) + 128);
  return btoa(String.fromCharCode(...bytes));
}

/** The direction of a packed vector, not scaled. */
export function unpackVector(packed: PackedVector): number[] {
  return Array.from(atob(packed), (character) => character.charCodeAt(0) - 128);
}
