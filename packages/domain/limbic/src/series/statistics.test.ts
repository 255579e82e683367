import { describe, expect, it } from 'vitest';
import { extendPeak, ratioMax, ratioToPeak } from './running-peak.ts';
import { deviations, emptyScale, extendScale } from './running-scale.ts';
import { emptySeason, stepSeason } from './season.ts';
import { emptyShapes, type ShapeMemory, stepShapes } from './shape-memory.ts';

const scaleOf = (values: readonly number[], memory = 1_000) =>
  values.reduce((scale, value) => extendScale(scale, value, memory), emptyScale);

describe('a running scale', () => {
  it('is mean and variance of all values up to its memory', () => {
    const { count, mean, variance } = scaleOf([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(count).toBe(8);
    expect(mean).toBeCloseTo(5, 12);
    expect(variance).toBeCloseTo(4, 12);
  });

  it('forgets what lies behind its memory', () => {
    expect(
      scaleOf([...Array.from({ length: 100 }, () => 0), ...Array.from({ length: 100 }, () => 10)], 10).mean,
    ).toBeCloseTo(10, 3);
  });

  it('says nothing before the tenth value, ±10 beside what was always the same, and at most 1,000', () => {
    expect(deviations(scaleOf([1, 2, 3]), 100)).toBe(0);
    expect(deviations(scaleOf(Array.from({ length: 20 }, () => 3)), 3)).toBe(0);
    expect(deviations(scaleOf(Array.from({ length: 20 }, () => 3)), 2)).toBe(-10);
    expect(deviations(scaleOf(Array.from({ length: 20 }, (_, n) => n % 2)), 1e9)).toBe(1_000);
  });
});

describe('a running peak', () => {
  it('is 1 for as high as ever, and 0 during the warm-up', () => {
    const peak = extendPeak(0, 5);
    expect(ratioToPeak(peak, 5, 29)).toBe(0);
    expect(ratioToPeak(peak, 5, 30)).toBeCloseTo(1, 3);
    expect(ratioToPeak(peak, 1e9, 30)).toBe(ratioMax);
  });

  it('fades to a half in 5,000 values, and holds to 1 where there never was one', () => {
    let peak = 8;
    for (let n = 0; n < 5_000; n += 1) peak = extendPeak(peak, 0);
    expect(peak).toBeCloseTo(4, 6);
    expect(ratioToPeak(0, 2, 30)).toBe(2);
  });
});

describe('a season', () => {
  it('holds a value to its own slot', () => {
    let season = emptySeason(2);
    const options = { memory: 50, countMin: 5 };
    for (let n = 0; n < 200; n += 1)
      season = stepSeason(season, n % 2, (n % 2) * 100 + (n % 7), options).next;
    expect(Math.abs(stepSeason(season, 1, 103, options).deviation)).toBeLessThan(2);
    expect(stepSeason(season, 0, 103, options).deviation).toBeGreaterThan(10);
  });

  it('says nothing of a slot with too few values', () => {
    expect(stepSeason(emptySeason(2), 0, 1e6, { memory: 50, countMin: 5 }).deviation).toBe(0);
  });
});

describe('remembered shapes', () => {
  const run = (count: number, valueAt: (n: number) => number, from: ShapeMemory = emptyShapes) => {
    let memory = from;
    let distance = 0;
    for (let n = 0; n < count; n += 1) ({ distance, next: memory } = stepShapes(memory, valueAt(n), n));
    return { memory, distance };
  };

  it('are near to a course that came before and far from another', () => {
    const { distance, memory } = run(1_000, (n) => Math.sin((Math.PI * n) / 8));
    expect(distance).toBeLessThan(1);
    expect(run(16, (n) => (n % 4 < 2 ? 3 : -3), memory).distance).toBeGreaterThan(3);
  });

  it('are at most 48, and the old ones make room', () => {
    const { memory } = run(1_000, () => 0);
    expect(memory.shapes).toHaveLength(48);
    const later = run(64 * 400, () => 5, memory).memory;
    expect(later.shapes.filter((shape) => shape[0] === 1_000).length).toBeGreaterThan(40);
  });
});
