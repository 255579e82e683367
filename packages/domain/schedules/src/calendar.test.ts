import { describe, expect, it } from 'vitest';
import { fateAhead, fateInWords, slotsAhead } from './calendar.ts';

const hour = 3_600_000;
const day = 24 * hour;
const at = (text: string): number => Date.parse(`${text}Z`);
const daily = { first: '2030-03-01T09:00', rule: 'FREQ=DAILY', zone: 'Europe/Berlin' };
const from = at('2030-03-29T00:00:00');

describe('the slots that a calendar shows ahead', () => {
  it('keep their time of day when the clocks change', () => {
    const { more, slots } = slotsAhead(daily, from - 5 * day, { from, to: from + 4 * day, most: 10 });
    expect(more).toBe(false);
    expect(slots.map(({ wall }) => wall)).toEqual(
      ['29', '30', '31'].map((one) => `2030-03-${one}T09:00:00`).concat('2030-04-01T09:00:00'),
    );
    expect(slots.map((slot) => (slot.at - from) / hour)).toEqual([8, 32, 55, 79]);
  });
  it('begin with what is due, and are as many as are wanted', () => {
    const dueAt = from + 8 * hour;
    const some = slotsAhead(daily, dueAt, { from, to: from + 30 * day, most: 2 });
    expect([some.slots.map((slot) => slot.at - dueAt), some.more]).toEqual([[0, day], true]);
    expect(slotsAhead(daily, dueAt, { from: from - 9 * day, to: from, most: 5 })).toEqual({
      slots: [],
      more: false,
    });
  });
  it('of one that comes once is its time alone', () => {
    const once = { ...daily, rule: null };
    const dueAt = at('2030-03-01T08:00:00');
    const span = { from: dueAt, to: dueAt + day, most: 5 };
    expect(slotsAhead(once, dueAt, span).slots.map((slot) => slot.at)).toEqual([dueAt]);
    expect(slotsAhead(once, dueAt, { ...span, from: dueAt + 1 }).slots).toEqual([]);
  });
  it('threat: looks for nothing behind the end of a rule, which would take a second for each', () => {
    const rare = {
      first: '2030-03-01T08:00:00',
      rule: 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29',
      zone: 'America/New_York',
    };
    const span = { from: at('9999-11-01T00:00:00'), to: at('9999-12-31T00:00:00'), most: 5 };
    const began = performance.now();
    for (let look = 0; look < 20; look += 1)
      expect(slotsAhead(rare, at('2030-03-01T08:00:00'), span).slots).toEqual([]);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
  it.each([
    [from, { now: from, paused: false }, 'due'],
    [from, { now: from - 1, paused: false }, 'will-run'],
    [from, { now: from - 1, paused: true }, 'will-skip'],
  ] as const)('at %d with %o is %s', (slot, state, fate) => expect(fateAhead(slot, state)).toBe(fate));
});

it.each([
  ['fired', {}, 'It ran on time.'],
  ['fired', { reason: 'asked' }, 'Somebody asked for it, beside its times.'],
  ['late', { lateMs: 20_000 }, 'It ran, less than a minute late.'],
  ['late', { lateMs: 60_000 }, 'It ran, 1 minute late.'],
  ['catch-up', { lateMs: 3 * hour, standsFor: 1 }, 'It ran late, by 3 hours.'],
  ['catch-up', { lateMs: 3 * day, standsFor: 4 }, 'It ran late, and stands for 4 that were missed.'],
  ['catch-up', { lateMs: 3 * day }, 'It ran late, by 3 days.'],
  ['skipped', { reason: 'paused' }, 'The schedule was paused.'],
  ['skipped', { reason: 'new' }, 'It was skipped.'],
  ['cancelled', {}, 'The schedule was over before.'],
  ['due', {}, 'It is due, and runs at the next look.'],
  ['will-skip', {}, 'The schedule is paused: it will be skipped.'],
  ['will-run', {}, 'It will run.'],
] as const)('a slot that is %s with %o says: %s', (fate, more, words) =>
  expect(fateInWords(fate, more)).toBe(words),
);
