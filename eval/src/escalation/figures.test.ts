import { describe, expect, it } from 'vitest';
import { type FigureRow, figuresOf, precisionAtRecall } from './figures.ts';

describe('precision at a recall', () => {
  it('is that of the highest line that lets enough through', () => {
    const relevant = [true, false, true, false, false];
    expect(precisionAtRecall(relevant, [0.9, 0.8, 0.7, 0.2, 0.1])).toBeCloseTo(2 / 3, 9);
    expect(precisionAtRecall(relevant, [0.9, 0.8, 0.7, 0.2, 0.1], 0.5)).toBe(1);
  });

  it('lets rows of one score in together', () => {
    expect(precisionAtRecall([true, false, false, false], [0.5, 0.5, 0.5, 0.5])).toBe(0.25);
  });

  it('is none without relevant rows', () => {
    expect(precisionAtRecall([false, false], [0.1, 0.2])).toBeNaN();
    expect(precisionAtRecall([], [])).toBeNaN();
  });
});

describe('figures', () => {
  const rows: FigureRow[] = Array.from({ length: 60 }, (_, n) => ({
    day: `d${n % 6}`,
    relevant: n % 5 === 0,
    score: n % 5 === 0 ? 0.9 : 0.1,
    rule: 0.5,
    woke: n % 5 === 0,
  }));

  it('tell how far the served score leads, with intervals over days', () => {
    const { auroc, days, gate, precisionAtRecall90 } = figuresOf(rows);
    expect(days).toBe(6);
    expect(precisionAtRecall90).toMatchObject({ served: 1, lead: 0.8 });
    expect(precisionAtRecall90.leadInterval?.[0]).toBeGreaterThan(0.6);
    expect(auroc).toMatchObject({ served: 1, rule: 0.5 });
    expect(gate).toMatchObject({ wakes: 12, precision: 1, recall: 1 });
    expect(figuresOf(rows)).toEqual(figuresOf(rows));
  });

  it('have no precision where nothing woke the agent', () => {
    expect(figuresOf(rows.map((row) => ({ ...row, woke: false }))).gate).toMatchObject({
      wakes: 0,
      precision: null,
      recall: 0,
    });
  });
});
