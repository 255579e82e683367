import type { Decision, TurnId } from '@salience/contracts';
import type { Reviewable } from '@salience/database/learning';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseReviews } from './choose-reviews.ts';
import { keptAs, spentOn } from './day-budget.ts';

const reviewable = fc
  .record({ stratum: fc.constantFrom('high', 'low', 'middle'), tied: fc.boolean() })
  .map(({ stratum, tied }) => ({ stratum, tied }) as const);
const pool = fc.array(reviewable, { maxLength: 60 }).map((all) =>
  all.map(
    ({ stratum, tied }, n) =>
      ({
        stratum,
        turnId: `trn_${n}` as TurnId,
        decision: {
          tiebreak: tied ? { candidates: ['ACT', 'RESPOND'], choice: 'ACT', reason: '' } : null,
        } as Decision,
      }) as Reviewable,
  ),
);

test('draws each decision once, of strata five to three to two, wherever the round begins', () => {
  fc.assert(
    fc.property(pool, fc.nat({ max: 50 }), (all, made) => {
      const chosen = chooseReviews(all, { count: 10, made });
      expect(new Set(chosen.map(({ turnId }) => turnId)).size).toBe(chosen.length);
      const count = (stratum: string) => chosen.filter((one) => one.stratum === stratum).length;
      const there = (is: (one: Reviewable) => boolean) => all.filter(is).length;
      const isTied = ({ decision }: Reviewable) => decision.tiebreak !== null;
      expect(count('tiebreak')).toBe(Math.min(3, there(isTied)));
      expect(count('low')).toBe(
        Math.min(
          5,
          there((one) => !isTied(one) && one.stratum === 'low'),
        ),
      );
      expect(count('high')).toBe(
        Math.min(
          2,
          there((one) => !isTied(one) && one.stratum === 'high'),
        ),
      );
      expect(chosen).toHaveLength(count('tiebreak') + count('low') + count('high'));
    }),
  );
});

test('what was spent on a day is read as it was kept, and is nothing on another day', () => {
  const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, times, fc.nat({ max: 1_000_000 }), (now, then, calls) => {
      const { day } = spentOn(null, then);
      const kept = keptAs({ day, calls });
      expect(spentOn(kept, now)).toEqual({
        day: spentOn(null, now).day,
        calls: spentOn(null, now).day === day ? calls : 0,
      });
    }),
  );
  expect(spentOn('anything', new Date(0))).toEqual({ day: '1970-01-01', calls: 0 });
});
