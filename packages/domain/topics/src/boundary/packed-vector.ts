/**
 * A direction in a few hundred characters: one byte a number, scaled to the largest, base64. Good to about 1 %
 * of a cosine, which is enough for a hint, and small enough to be kept per thread.
 */
export type PackedVector = string;

/** Numbers handed over at a time: engines limit how many arguments a call may have. */
const atOnce = 4_096;

/** Packs the direction of a vector; its length is lost. */
export function packVector(vector: ArrayLike<number>): PackedVector {
  let largest = 0;
  for (let i = 0; i < vector.length; i += 1) largest = Math.max(largest, Math.abs(vector[i] ?? 0));
  const bytes: number[] = [];
  for (let i = 0; i < vector.length; i += 1) {
    bytes.push((largest === 0 ? 0 : Math.round(((vector[i] ?? 0) / largest) * 127)) + 128);
  }
  let text = '';
  for (let from = 0; from < bytes.length; from += atOnce)
    text += String.fromCharCode(...bytes.slice(from, from + atOnce));
  return btoa(text);
}

/** How many numbers a packed vector holds. */
export function packedLength(packed: PackedVector): number {
  const padded = packed.endsWith('==') ? 2 : packed.endsWith('=') ? 1 : 0;
  return (packed.length / 4) * 3 - padded;
}

/** The direction of a packed vector, not scaled. */
export function unpackVector(packed: PackedVector): number[] {
  const bytes = atob(packed);
  const vector: number[] = [];
  for (let i = 0; i < bytes.length; i += 1) vector.push(bytes.charCodeAt(i) - 128);
  return vector;
}
