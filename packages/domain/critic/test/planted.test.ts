import { type PlantedKind, plantedKinds, plantedResults } from '@salience/testing';
import { describe, expect, it } from 'vitest';
import { judgeResult } from '../src/judge-result.ts';

const seeds = [11, 12, 13, 14, 15];
const perKind = 40;

/** Share of the results of a kind in which something was found, over all seeds. */
function foundShares(): ReadonlyMap<PlantedKind, number> {
  const tally = new Map<PlantedKind, { found: number; all: number }>();
  for (const seed of seeds) {
    for (const planted of plantedResults(seed, perKind)) {
      const { verdict } = judgeResult({ ...planted, correctionsSoFar: 0 });
      const { found, all } = tally.get(planted.kind) ?? { found: 0, all: 0 };
      tally.set(planted.kind, { found: found + (verdict === 'accept' ? 0 : 1), all: all + 1 });
    }
  }
  return new Map([...tally].map(([kind, { found, all }]) => [kind, found / all]));
}

// What rules alone must find of each kind; the rest of a kind is wordings that no rule here knows.
const least: Readonly<Record<Exclude<PlantedKind, 'right'>, number>> = {
  failed: 1,
  timed_out: 1,
  empty: 0.7,
  error_as_success: 0.65,
  html_error_page: 0.75,
  auth_wall: 0.55,
  placeholder: 0.6,
  echo: 0.95,
  garbled: 0.95,
  excuse: 0.6,
  not_done: 0.65,
  truncated: 0.95,
  marked_partial: 0.7,
  says_partial: 0.6,
  ends_early: 0.95,
  wrong_count: 0.6,
  duplicates: 0.95,
  wrong_place: 0.5,
  wrong_date: 0.55,
  over_limit: 0.95,
  off_topic: 0.5,
  broken_schema: 0.95,
  stale: 0.5,
  wrong_unit: 0.5,
  wrong_currency: 0.5,
  wrong_arithmetic: 0.95,
  wrong_sum: 0.95,
  impossible: 0.65,
  contradiction: 0.35,
  // Beyond any rule: nothing in such a result is wrong by itself.
  wrong_fact: 0,
  wrong_value: 0,
  missing_entry: 0,
  namesake: 0,
  silently_not_done: 0,
};

describe('planted results, judged by rules alone', () => {
  const shares = foundShares();

  it.each(plantedKinds)('finds its share of %s', (kind) => {
    expect(shares.get(kind)).toBeGreaterThanOrEqual(least[kind]);
  });

  it('finds nothing of what only knowledge tells', () => {
    const beyond = plantedKinds.filter((kind) => least[kind] === 0);
    expect(beyond).toHaveLength(5);
    for (const kind of beyond) expect(shares.get(kind)).toBeLessThan(0.05);
  });

  it('alarms at no more than one right result in twenty', () => {
    expect(shares.get('right')).toBeLessThanOrEqual(0.05);
  });

  it('gives the same for the same seed', () => {
    expect(plantedResults(3, 4)).toEqual(plantedResults(3, 4));
    expect(plantedResults(3, 4)).not.toEqual(plantedResults(4, 4));
  });
});
