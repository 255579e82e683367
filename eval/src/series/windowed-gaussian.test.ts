import { describe, expect, it } from 'vitest';
import { windowedGaussian } from './windowed-gaussian.ts';

describe('windowedGaussian', () => {
  it('is one minus the tail of the normal distribution of what came before', () => {
    const values = Array.from({ length: 1_000 }, (_, n) => (n % 2 === 0 ? -1 : 1));
    const scores = windowedGaussian([...values, 1.959964, 0, Number.NaN]);
    expect(scores[0]).toBe(0);
    expect(scores[1_000]).toBeCloseTo(0.975, 3);
    expect(scores[1_001]).toBeCloseTo(0.5, 2);
    expect(scores[1_002]).toBeCloseTo(0.5, 2);
  });

  it('forgets what lies more than 6,400 values back', () => {
    const values = [...Array.from({ length: 7_000 }, () => 0), ...Array.from({ length: 7_000 }, () => 50)];
    expect(windowedGaussian(values).at(-1)).toBeCloseTo(0.5, 6);
  });
});
