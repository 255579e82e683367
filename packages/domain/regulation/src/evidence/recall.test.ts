import type { Mode } from '@salience/contracts';
import { shippedPolicy } from '@salience/router';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySignals } from '../../test/arbitraries.ts';
import { numbersFrom } from '../../test/numbers.ts';
import { gatherEvidence } from './evidence.ts';
import { createGauge } from './measure.ts';

const gauge = createGauge(shippedPolicy);
const [signals = {}] = fc.sample(anySignals, { numRuns: 1, seed: 7 });
const blank = { id: 'd', agent: 'a', person: 'p', at: 0, policyVersion: 1, tiebreak: null, signals };
const measured = gauge.measure({ ...blank, taken: 'RESPOND', label: null });

interface World {
  readonly recall: number;
  /** Share of right answers and of right deeds that is thanked. */
  readonly thanks: readonly [number, number];
  readonly shuffled?: boolean;
  readonly complainers?: number;
}

/** What is read of 8,000 decisions of 40 people: one answer in twenty is wrong, and one deed in two. */
function read({ complainers = 0, recall, shuffled = false, thanks }: World, seed: number): number {
  const next = numbersFrom(seed);
  const rows = Array.from({ length: 8_000 }, () => {
    const isDeed = next() < 0.4;
    const person = Math.floor(next() * 40);
    const isWrong = next() < (isDeed ? 0.5 : 0.05);
    const said = next();
    const told =
      person < complainers * 40
        ? ('blame' as const)
        : isWrong
          ? said < recall
            ? 'blame'
            : null
          : said < thanks[isDeed ? 1 : 0]
            ? 'thanks'
            : null;
    return { taken: (isDeed ? 'ACT' : 'RESPOND') as Mode, person: `p${person}`, told };
  });
  const modes = rows.map(({ taken }) => (shuffled ? (next() < 0.4 ? 'ACT' : 'RESPOND') : taken));
  return gatherEvidence(
    gauge,
    rows.map(({ person, told }, at) => {
      const label =
        told === null
          ? null
          : {
              kind: told === 'thanks' ? ('correct' as const) : ('over_engagement' as const),
              wanted: null,
              confidence: 1,
              by: 'reaction' as const,
              reason: 'test',
            };
      return { ...measured, decision: { ...blank, person, taken: modes[at] ?? 'ACT', label } };
    }),
  ).recall;
}
const seeds = Array.from({ length: 40 }, (_, seed) => seed);
const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

describe('the share of what is wrong that is made known', () => {
  test.each([0.12, 0.2, 0.3])(
    'is read from how blame grows as thanks shrink, and seldom too low (%f)',
    (recall) => {
      const values = seeds.map((seed) => read({ recall, thanks: [0.1, 0.1] }, seed));
      expect(Math.abs(meanOf(values) - recall)).toBeLessThan(0.25 * recall);
      expect(values.filter((value) => value >= 0.85 * recall).length).toBeGreaterThanOrEqual(36);
    },
  );

  test('is what is assumed without a line: shuffled labels, or thanks for one mode alone', () => {
    for (const seed of seeds) expect(read({ recall: 0.12, thanks: [0.1, 0] }, seed)).toBe(0.4);
    const shuffled = seeds.map((seed) => read({ recall: 0.12, thanks: [0.1, 0.1], shuffled: true }, seed));
    expect(shuffled.filter((value) => value < 0.4).length).toBeLessThanOrEqual(8);
  });

  test('is not lowered by one in ten people who always complain', () => {
    const values = seeds.map((seed) => read({ recall: 0.2, thanks: [0.1, 0.1], complainers: 0.1 }, seed));
    expect(meanOf(values)).toBeGreaterThan(0.19);
  });
});
