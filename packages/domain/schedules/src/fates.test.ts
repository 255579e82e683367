import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FatePlan, graceOf, planFates } from './fates.ts';
import { type Slots, slotsOf } from './slots.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const at = (text: string): number => Date.parse(`${text}Z`);
const first = '2030-01-01T09:00';
const dueAt = at(`${first}:00`);
const daily = slotsOf({ first, rule: 'FREQ=DAILY', zone: 'UTC' });
const hourly = slotsOf({ first, rule: 'FREQ=HOURLY', zone: 'UTC' });
const once = slotsOf({ first, rule: null, zone: 'UTC' });

const judge = (
  slots: Slots,
  now: number,
  more: { skips?: 'paused'; isOnce?: boolean; missed?: number; dueAt?: number; most?: number } = {},
): FatePlan =>
  planFates(
    {
      slots,
      dueAt: more.dueAt ?? dueAt,
      skips: more.skips ?? null,
      isOnce: more.isOnce ?? false,
      missed: more.missed ?? 0,
    },
    { now, lateMs: minute, most: more.most ?? 100 },
  );
const told = (plan: FatePlan): string[] =>
  plan.occurrences.map(({ fate, reason, slot }) =>
    [slot.wall.slice(5, 16), fate, ...(reason === null ? [] : [reason])].join(' '),
  );

describe('the grace of a slot', () => {
  it.each([
    [minute, 2 * minute],
    [10 * minute, 5 * minute],
    [hour, 30 * minute],
    [3 * hour, 90 * minute],
    [day, 2 * hour],
  ])('of a period of %d ms is %d ms', (period, grace) => expect(graceOf(0, period)).toBe(grace));
  it('without a next slot is two hours', () => expect(graceOf(0, undefined)).toBe(2 * hour));
});

describe('the fate of what is due', () => {
  it('is fired on time, and late within its grace', () => {
    expect(told(judge(daily, dueAt))).toEqual(['01-01T09:00 fired']);
    expect(told(judge(daily, dueAt + minute))).toEqual(['01-01T09:00 fired']);
    expect(told(judge(daily, dueAt + minute + 1))).toEqual(['01-01T09:00 late']);
    expect(told(judge(daily, dueAt + 2 * hour))).toEqual(['01-01T09:00 late']);
    expect(judge(daily, dueAt + 2 * hour).next?.wall).toBe('2030-01-02T09:00:00');
  });

  it('past its grace is one catch-up that stands for all that were missed', () => {
    expect(judge(daily, dueAt + 2 * hour + 1)).toMatchObject({ standsFor: 1 });
    const plan = judge(daily, dueAt + 5 * day + 3 * hour);
    expect(told(plan)).toEqual([
      ...['01', '02', '03', '04', '05'].map((one) => `01-${one}T09:00 skipped overtaken`),
      '01-06T09:00 catch-up',
    ]);
    expect(plan).toMatchObject({ standsFor: 6, missed: 0 });
    expect(plan.next?.wall).toBe('2030-01-07T09:00:00');
  });

  it('past its grace is skipped where the next one is nearer, which stands for it then', () => {
    const plan = judge(hourly, dueAt + 3 * hour + 40 * minute);
    expect(told(plan)).toEqual([
      ...['09', '10', '11'].map((one) => `01-01T${one}:00 skipped overtaken`),
      '01-01T12:00 skipped past-grace',
    ]);
    expect(plan).toMatchObject({ standsFor: null, missed: 4 });
    const late = judge(hourly, dueAt + 4 * hour + 10 * minute, { dueAt: dueAt + 4 * hour, missed: 4 });
    expect([told(late), late.standsFor]).toEqual([['01-01T13:00 catch-up'], 5]);
    const onTime = judge(hourly, dueAt + 4 * hour, { dueAt: dueAt + 4 * hour, missed: 4 });
    expect([told(onTime), onTime.standsFor, onTime.missed]).toEqual([['01-01T13:00 fired'], null, 0]);
  });

  it('of what comes once is never to be skipped', () => {
    const plan = judge(once, dueAt + 400 * day, { isOnce: true });
    expect([told(plan), plan.next]).toEqual([['01-01T09:00 late'], null]);
  });

  it('while it is paused is skipped, and nothing of it is caught up', () => {
    const plan = judge(daily, dueAt + 2 * day, { skips: 'paused' });
    expect(told(plan)).toEqual(['01', '02', '03'].map((one) => `01-${one}T09:00 skipped paused`));
    expect(plan).toMatchObject({ standsFor: null, missed: 0, next: { wall: '2030-01-04T09:00:00' } });
  });

  it('is decided in lots: those that are not the last lot fire nothing', () => {
    const plan = judge(daily, dueAt + 10 * day + minute, { most: 4 });
    expect(plan.occurrences.map(({ fate }) => fate)).toEqual(Array(4).fill('skipped'));
    expect(plan.missed).toBe(4);
    const rest = judge(daily, dueAt + 10 * day + 10 * minute, { dueAt: plan.next!.at, missed: plan.missed });
    expect([rest.occurrences.at(-1)?.fate, rest.standsFor]).toEqual(['catch-up', 11]);
  });

  it('where the rules of a zone have changed since, is that of the slot as it was told', () => {
    const plan = judge(daily, dueAt + 30 * minute, { dueAt: dueAt + 30 * minute });
    expect(told(plan)).toEqual(['01-01T09:30 fired']);
    expect(plan.next?.wall).toBe('2030-01-02T09:00:00');
  });
});

describe('whatever the clocks do', () => {
  it('each slot up to now has one fate, at most one of a look fires, and it is the last (law 4)', () => {
    const looks = fc.array(fc.integer({ min: -2 * hour, max: 30 * hour }), { minLength: 1, maxLength: 30 });
    const rules = fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=HOURLY',
      'FREQ=MINUTELY;INTERVAL=7',
      'FREQ=WEEKLY;BYDAY=MO,TH',
    );
    fc.assert(
      fc.property(rules, looks, (rule, moves) => {
        const slots = slotsOf({ first, rule, zone: 'America/New_York' });
        const begins = slots.next(0)!.at;
        let [now, due, missed, latest] = [begins - hour, begins as number, 0, 0];
        const seen: number[] = [];
        for (const move of moves) {
          now += move;
          latest = Math.max(latest, now);
          while (due <= now) {
            const plan = judge(slots, now, { dueAt: due, missed, most: 50 });
            const butTheLast = plan.occurrences.slice(0, -1);
            expect(butTheLast.filter(({ fate }) => fate !== 'skipped')).toEqual([]);
            seen.push(...plan.occurrences.map(({ slot }) => slot.at));
            ({ missed } = plan);
            due = plan.next!.at;
          }
        }
        const wanted = [];
        for (
          let next = slots.next(begins - 1);
          next !== undefined && next.at <= latest;
          next = slots.next(next.at)
        )
          wanted.push(next.at);
        expect(seen).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });
});
