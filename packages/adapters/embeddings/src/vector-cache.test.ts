import { describe, expect, it } from 'vitest';
import { createVectorCache } from './vector-cache.ts';

describe('vector cache', () => {
  it('keeps no more than its capacity and drops the vector unused for longest', () => {
    const cache = createVectorCache(2);
    cache.set('a', Float32Array.of(1));
    cache.set('b', Float32Array.of(2));
    expect(cache.get('a')).toEqual(Float32Array.of(1));
    cache.set('c', Float32Array.of(3));
    expect(cache.size).toBe(2);
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toEqual(Float32Array.of(1));
  });

  it('gives copies, so that a caller cannot change what the next one gets', () => {
    const cache = createVectorCache(1);
    cache.set('a', Float32Array.of(1));
    cache.get('a')?.fill(9);
    expect(cache.get('a')).toEqual(Float32Array.of(1));
  });

  it('keeps nothing with a capacity of zero', () => {
    const cache = createVectorCache(0);
    cache.set('a', Float32Array.of(1));
    expect(cache.size).toBe(0);
  });
});
