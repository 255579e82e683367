import { describe, expect, it } from 'vitest';
import {
  meanFigures,
  measureRanking,
  ndcgAt,
  type RankedTurn,
  recallAt,
  reciprocalRank,
  withinTokens,
} from './measure.ts';

const turn = (name: string, session = 's1', chars = 400): RankedTurn => ({ turn: name, session, chars });

describe('what a ranking is worth', () => {
  it('is the share of the evidence among the first', () => {
    expect(recallAt(['a', 'b', 'c'], ['b', 'c', 'd', 'e'], 2)).toBe(0.25);
    expect(recallAt(['a'], [], 5)).toBe(0);
  });

  it('counts places by their logarithm, and a full ranking as 1', () => {
    expect(ndcgAt(['a', 'b'], ['a', 'b'], 10)).toBe(1);
    expect(ndcgAt(['x', 'a'], ['a'], 10)).toBeCloseTo(1 / Math.log2(3));
    expect(ndcgAt(['x', 'a'], ['a'], 1)).toBe(0);
  });

  it('is one over the place of the first evidence', () => {
    expect(reciprocalRank(['x', 'y', 'a', 'b'], ['b', 'a'])).toBeCloseTo(1 / 3);
    expect(reciprocalRank(['x'], ['a'])).toBe(0);
  });

  it('fills a context until the first that does not fit', () => {
    const ranked = [turn('a'), turn('b', 's1', 1_700), turn('c')];
    expect(withinTokens(ranked, 500)).toEqual(['a']);
    expect(withinTokens(ranked, 525)).toEqual(['a', 'b']);
    expect(withinTokens(ranked, 1_000)).toEqual(['a', 'b', 'c']);
  });

  it('looks at different sessions, not at turns of one', () => {
    const ranked = [turn('a'), turn('b'), turn('c', 's2')];
    const figures = measureRanking(ranked, { turns: ['c'], sessions: ['s2'] });
    expect(figures.turnRecall).toEqual({ 1: 0, 5: 1, 10: 1, 20: 1 });
    expect(measureRanking(ranked.slice(0, 2), { turns: ['c'], sessions: ['s2'] }).mrr).toBe(0);
    expect(figures.sessionRecall['1']).toBe(0);
    expect(figures.sessionRecall['5']).toBe(1);
    expect(figures.evidence['500']).toBe(1);
  });

  it('is averaged over questions', () => {
    const [good, bad] = [['a'], ['x']].map((turns) =>
      measureRanking([turn('a')], { turns, sessions: ['s1'] }),
    ) as [ReturnType<typeof measureRanking>, ReturnType<typeof measureRanking>];
    const mean = meanFigures([good, bad]);
    expect(mean.turnRecall['10']).toBe(0.5);
    expect(mean.mrr).toBe(0.5);
    expect(mean.sessionRecall['1']).toBe(1);
    expect(meanFigures([]).ndcgAt10).toBe(0);
  });
});
