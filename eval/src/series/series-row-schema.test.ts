import { describe, expect, it } from 'vitest';
import { readSeries } from './series-row-schema.ts';

describe('readSeries', () => {
  it('turns times into seconds and windows into places', () => {
    const read = readSeries({
      id: 'family/name',
      points: [
        ['2014-04-01 00:00:00', 1],
        ['2014-04-01 00:05:00', null],
        ['2014-04-01T00:10:00Z', 3],
        [1_396_311_300, 4],
      ],
      windows: [
        ['2014-04-01 00:04:00', '2014-04-01 00:10:00'],
        ['2015-01-01 00:00:00', '2015-01-02 00:00:00'],
      ],
    });
    expect(read.family).toBe('family');
    expect(read.points.map(({ at }) => at - 1_396_310_400)).toEqual([0, 300, 600, 900]);
    expect(read.points[1]?.value).toBeNaN();
    expect(read.windows).toEqual([[1, 2]]);
  });

  it('has a probation of 15 % of the first 5,000 points, unless it is given', () => {
    const points = Array.from({ length: 100 }, (_, n): [number, number] => [n, n]);
    expect(readSeries({ id: 'a', points, windows: [] }).probation).toBe(15);
    expect(readSeries({ id: 'a', family: 'b', points, windows: [], probation: 3 })).toMatchObject({
      family: 'b',
      probation: 3,
    });
  });
});
