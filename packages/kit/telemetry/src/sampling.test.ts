import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sampledBy } from './sampling.ts';

const ids = Array.from({ length: 4_000 }, () => randomBytes(16).toString('hex'));

describe('sampling', () => {
  it('is decided by the trace id alone, so two processes agree', () => {
    const [here, there] = [sampledBy(0.3), sampledBy(0.3)];
    expect(ids.map(here)).toEqual(ids.map(there));
  });

  it('keeps about its share, and a higher ratio keeps all that a lower one does', () => {
    const [few, many] = [sampledBy(0.1), sampledBy(0.5)];
    const kept = ids.filter(few);
    expect(kept.every(many)).toBe(true);
    expect(kept.length / ids.length).toBeGreaterThan(0.07);
    expect(kept.length / ids.length).toBeLessThan(0.13);
    expect(ids.some(sampledBy(0))).toBe(false);
    expect(ids.every(sampledBy(1))).toBe(true);
  });
});
