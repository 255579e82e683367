import type { BoundaryState } from './boundary-state.ts';
import { type PackedVector, packVector, unpackVector } from './packed-vector.ts';

/** The directions that a thread's state keeps, unpacked once for everything that compares with them. */
export interface HeardVectors {
  /** Of the last messages that have one, oldest first. */
  readonly recent: readonly number[][];
  readonly slow: number[] | null;
  readonly fast: number[] | null;
}

/** A message's vector, and as it is kept. */
export interface HeardVector {
  readonly vector: ArrayLike<number>;
  readonly packed: PackedVector;
}

/** A thread that keeps no direction. */
export const nothingHeard: HeardVectors = { recent: [], slow: null, fast: null };

/** Unpacks what a state keeps. */
export function heardVectors({ recent, slow, fast }: BoundaryState): HeardVectors {
  return {
    recent: recent.flatMap(({ vector }) => (vector === null ? [] : [unpackVector(vector)])),
    slow: slow === null ? null : unpackVector(slow),
    fast: fast === null ? null : unpackVector(fast),
  };
}

/** Packs a message's vector once for everything that keeps it. */
export function heardVector(vector: ArrayLike<number>): HeardVector {
  return { vector, packed: packVector(vector) };
}
