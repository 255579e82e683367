import { hash } from 'node:crypto';

/** Keeps the vectors of the texts used last. Texts are kept as digests only. */
export interface VectorCache {
  /** A copy of the vector of a text, which then counts as just used; undefined when it is not kept. */
  get(text: string): Float32Array | undefined;
  /** Keeps a vector; the one unused for longest gives way when the cache is full. */
  set(text: string, vector: Float32Array): void;
  /** How many vectors are kept now. */
  readonly size: number;
}

/** A cache of at most `capacity` vectors; 0 keeps none. */
export function createVectorCache(capacity: number): VectorCache {
  // A Map remembers the order of insertion: the first key is the one unused for longest.
  const vectors = new Map<string, Float32Array>();
  return {
    get(text) {
      const key = keyOf(text);
      const vector = vectors.get(key);
      if (vector === undefined) return undefined;
      vectors.delete(key);
      vectors.set(key, vector);
      return vector.slice();
    },
    set(text, vector) {
      const key = keyOf(text);
      vectors.delete(key);
      vectors.set(key, vector.slice());
      const oldest = vectors.keys().next();
      if (vectors.size > capacity && oldest.done === false) vectors.delete(oldest.value);
    },
    get size() {
      return vectors.size;
    },
  };
}

function keyOf(text: string): string {
  return hash('sha256', text, 'base64');
}
