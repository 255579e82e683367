/**
 * The sign code of a vector: one bit a dimension, set where the vector is above the mean of its kind of text. Dimension 0 is
 * the highest bit of the first byte. The cosine of two vectors about their mean can be estimated from two codes, at a
 * thirty-second of the memory (Charikar 2002). Throws RangeError for lengths that differ or are no multiple of 8.
 */
export function signCode(vector: ArrayLike<number>, mean: ArrayLike<number>): Uint8Array {
  if (vector.length !== mean.length || vector.length % 8 !== 0) {
    throw new RangeError(
      `expected vector and mean of one length, a multiple of 8; got ${vector.length} and ${mean.length}`,
    );
  }
  const code = new Uint8Array(vector.length / 8);
  for (let at = 0; at < vector.length; at += 1) {
    if ((vector[at] as number) > (mean[at] as number)) {
      code[at >> 3] = (code[at >> 3] as number) | (0x80 >> (at & 7));
    }
  }
  return code;
}

/** In how many of `bits` two codes may differ at most that stand for a cosine of at least this. The inverse of `cosineOfDistance`. */
export function bitsApart(cosine: number, bits: number): number {
  return Math.floor((bits * Math.acos(Math.min(1, Math.max(-1, cosine)))) / Math.PI);
}

/** The cosine that codes with this many different bits of `bits` stand for: 1 for none, 0 for half of them, -1 for all. */
export function cosineOfDistance(distance: number, bits: number): number {
  return Math.cos((Math.PI * distance) / bits);
}
