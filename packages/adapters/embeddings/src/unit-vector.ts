import { SalienceError } from '@salience/errors';

/**
 * The vector scaled to length 1. Sums run in double precision in index order, so equal input gives equal bits.
 * Throws `embeddings.model-damaged` when there is no direction to keep (zeros, or not finite).
 */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let i = 0; i < vector.length; i += 1) squares += (vector[i] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) {
    throw new SalienceError(
      'embeddings.model-damaged',
      `Expected a vector with a direction from the embedding model, got one of length ${length}. ` +
        'Remove the prepared model (or repair EMBEDDING_MODEL_DIR) and start again.',
    );
  }
  return Float32Array.from(vector, (value) => value / length);
}

/** The direction of the mean of unit vectors; one vector comes back unchanged. */
export function meanDirection(vectors: readonly Float32Array[]): Float32Array {
  const first = vectors[0];
  if (first !== undefined && vectors.length === 1) return first;
  const sums = new Float64Array(first?.length ?? 0);
  for (const vector of vectors) {
    for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] ?? 0) + (vector[i] ?? 0);
  }
  return toUnit(sums);
}
