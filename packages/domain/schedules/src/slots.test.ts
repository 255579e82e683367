import { createRequire } from 'node:module';
import fc from 'fast-check';
import type * as Library from 'rrule';
import { describe, expect, it } from 'vitest';
import { minuteByMinute, minutesOf, questions } from './minute-by-minute.fixture.ts';
import { slotsOf } from './slots.ts';

// A CommonJS library whose names an import does not find.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Library;

const zones = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Europe/Lisbon',
  'America/New_York',
  'Asia/Kolkata',
];

/** The slots of a schedule between two instants. */
function between(
  first: string,
  rule: string | null,
  zone: string,
  [from, to]: readonly [number, number],
): number[] {
  const slots = slotsOf({ first, rule, zone });
  const found = [];
  for (let next = slots.next(from - 1); next !== undefined && next.at < to; next = slots.next(next.at))
    found.push(next.at);
  return found;
}

/** No times of a rule that is refused because it has none within ten years. */
function orNone(times: () => number[]): number[] {
  try {
    return times();
  } catch (error) {
    if (String(error).includes('within ten years')) return [];
    throw error;
  }
}

const iso = (at: number): string => new Date(at).toISOString();
const span = (from: string, to: string) => [Date.parse(from), Date.parse(to)] as const;

describe('the slots of a year are those of a search minute by minute (law 15)', () => {
  const year = span('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
  it.each(zones.map((zone, nth) => [zone, nth] as const))('%s', { timeout: 120_000 }, (zone, nth) => {
    const minutes = minutesOf(zone, ...year);
    // A look at every minute takes its time: each zone asks every third question, the zones together ask all.
    for (const question of questions.filter((_, n) => n % 3 === nth % 3)) {
      const wanted = minuteByMinute(question, minutes, year[1]);
      expect(between(question.first, question.text, zone, year).map(iso), question.text).toEqual(
        wanted.map(iso),
      );
    }
  });

  it('of Apia when it left out a whole day', () => {
    const days = span('2011-12-20T00:00:00Z', '2012-01-10T00:00:00Z');
    const every = { ...questions[0]!, first: '2011-12-01T02:30' };
    const found = between(every.first, every.text, 'Pacific/Apia', days);
    expect(found.map(iso)).toEqual(
      minuteByMinute(every, minutesOf('Pacific/Apia', ...days), days[1]).map(iso),
    );
    // The 30th falls on the 31st: one slot for two days.
    expect(found.map(iso).filter((at) => at.startsWith('2011-12-3'))).toEqual([
      '2011-12-30T12:30:00.000Z',
      '2011-12-31T12:30:00.000Z',
    ]);
  });
});

describe('a rule', () => {
  const some = <T>(values: readonly T[], max: number) =>
    fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: max });
  const list = (name: string, values: readonly (number | string)[], max = 3) =>
    fc.option(
      some(values, max).map(
        (chosen) => `;${name}=${[...chosen].sort((a, b) => Number(a) - Number(b)).join(',')}`,
      ),
      { nil: '' },
    );
  const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  // With and without numbers in one list it takes as both, where RFC 5545 has either.
  const nth = ['1MO', '2WE', '-1FR', '-2SU'];
  const monthDays = [1, 2, 15, 28, 29, 30, 31, -1, -2, -31];
  const rules = fc.oneof(
    fc.tuple(
      fc.constant('FREQ=YEARLY'),
      list('BYMONTH', [1, 2, 6, 12]),
      list('BYMONTHDAY', monthDays),
      list('BYDAY', nth),
    ),
    fc.tuple(
      fc.constant('FREQ=YEARLY'),
      list('BYYEARDAY', [1, 60, 200, 366, -1, -366]),
      list('BYMONTH', [1, 2, 12]),
    ),
    // Not the weeks at the turn of a year: there the other one takes days of week 52 for days of week 53.
    fc.tuple(fc.constant('FREQ=YEARLY;BYDAY=MO,SU'), list('BYWEEKNO', [2, 9, 20, 40])),
    fc.tuple(
      fc.constant('FREQ=MONTHLY'),
      list('BYMONTHDAY', monthDays),
      list('BYDAY', nth),
      list('BYMONTH', [2, 3, 11]),
    ),
    fc.tuple(fc.constant('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR'), list('BYSETPOS', [1, 3, -1, -4])),
    fc.tuple(
      fc.constant('FREQ=WEEKLY'),
      list('BYDAY', days),
      list('BYHOUR', [0, 9, 23]),
      list('WKST', days, 1),
    ),
    fc.tuple(
      fc.constant('FREQ=DAILY'),
      list('BYDAY', days),
      list('BYMONTH', [1, 4, 12]),
      list('BYMINUTE', [0, 30]),
    ),
  );
  const whole = fc.record({
    rule: fc
      .tuple(rules, fc.integer({ min: 1, max: 5 }))
      .map(([parts, interval]) => `${parts.join('')};INTERVAL=${interval}`),
    first: fc
      .integer({ min: Date.parse('2019-01-01'), max: Date.parse('2026-01-01') })
      .map((at) => new Date(at).toISOString().slice(0, 16)),
  });

  it('has the times that an implementation of others finds (law 15)', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(whole, ({ first, rule }) => {
        const begins = Date.parse(`${first}:00Z`);
        const until = begins + 6 * 365 * 86_400_000;
        const reference = new RRule({
          ...RRule.parseString(rule),
          dtstart: new Date(begins),
          until: new Date(until),
          bysecond: [0],
        });
        const mine = orNone(() => between(first, rule, 'UTC', [begins, until + 1]));
        expect(mine.map(iso)).toEqual(reference.all().map((at) => at.toISOString()));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the next slot', () => {
  const rules = fc.record({
    zone: fc.constantFrom(...zones),
    question: fc.constantFrom(...questions),
    at: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-01') }),
  });

  it('is later than what it follows, the same from anywhere before it, and shown by the clock of its zone', () => {
    fc.assert(
      fc.property(rules, ({ at, question: { first, text }, zone }) => {
        const slots = slotsOf({ first, rule: text, zone });
        const next = slots.next(at);
        if (next === undefined) return;
        expect(next.at).toBeGreaterThan(at);
        expect(slots.next(Math.floor((at + next.at) / 2))).toEqual(next);
        expect(slots.next(next.at - 1)).toEqual(next);
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        expect(next.wall).toBe(shown.format(next.at).replace(' ', 'T'));
      }),
    );
  });
});

describe('clocks that are put', () => {
  const march = span('2026-03-28T00:00:00Z', '2026-03-31T00:00:00Z');
  const october = span('2026-10-24T00:00:00Z', '2026-10-27T00:00:00Z');

  it('a time that is skipped is as much later; one that is shown twice comes once', () => {
    expect(between('2026-03-01T02:30', 'FREQ=DAILY', 'Europe/Berlin', march).map(iso)).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(between('2026-10-01T02:30', 'FREQ=DAILY', 'Europe/Berlin', october).map(iso)).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('hours and minutes go on as time does, whatever the clocks do', () => {
    for (const days of [march, october])
      for (const [rule, ms] of [
        ['FREQ=HOURLY', 3_600_000],
        ['FREQ=HOURLY;INTERVAL=5', 18_000_000],
        ['FREQ=MINUTELY;INTERVAL=20', 1_200_000],
      ] as const) {
        const found = between('2026-03-01T00:00', rule, 'Europe/Berlin', days);
        expect(Math.abs(found.length - (days[1] - days[0]) / ms)).toBeLessThan(1);
        for (const [n, at] of found.entries()) expect(at - found[0]!).toBe(n * ms);
      }
  });

  it('what limits an hourly rule is read on the clock of its zone', () => {
    const found = between(
      '2026-03-01T00:00',
      'FREQ=HOURLY;BYDAY=MO;BYHOUR=9,17;BYMINUTE=0,30',
      'Europe/Berlin',
      span('2026-03-23T00:00:00Z', '2026-04-01T00:00:00Z'),
    );
    expect(found.map(iso)).toEqual([
      '2026-03-23T08:00:00.000Z',
      '2026-03-23T08:30:00.000Z',
      '2026-03-23T16:00:00.000Z',
      '2026-03-23T16:30:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-30T07:30:00.000Z',
      '2026-03-30T15:00:00.000Z',
      '2026-03-30T15:30:00.000Z',
    ]);
  });
});

describe('the end of a rule', () => {
  const all = span('2026-01-01T00:00:00Z', '2040-01-01T00:00:00Z');
  it('COUNT counts what comes, not wall times that fall together', () => {
    expect(between('2026-03-28T02:30', 'FREQ=DAILY;COUNT=3', 'Europe/Berlin', all)).toHaveLength(3);
    const both = between(
      '2026-03-29T02:30',
      'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30;COUNT=4',
      'Europe/Berlin',
      all,
    );
    expect(both.map(iso)).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-03-30T01:30:00.000Z',
      '2026-03-31T00:30:00.000Z',
    ]);
    expect(
      between('2026-01-31T12:00', 'FREQ=MONTHLY;COUNT=1000', 'UTC', span('2026-01-01', '2126-01-01')).length,
    ).toBe(700);
  });

  it('UNTIL is inclusive, local or with its Z, also for an hourly rule', () => {
    const last = (rule: string) => between('2026-03-28T00:00', rule, 'Europe/Berlin', all).map(iso).at(-1);
    expect(last('FREQ=HOURLY;UNTIL=20260329T040000')).toBe('2026-03-29T02:00:00.000Z');
    expect(last('FREQ=HOURLY;UNTIL=20260329T040000Z')).toBe('2026-03-29T04:00:00.000Z');
    expect(last('FREQ=DAILY;UNTIL=20260329')).toBe('2026-03-28T23:00:00.000Z');
  });

  it('what comes once comes once', () => {
    expect(between('2026-10-25T02:30', null, 'Europe/Berlin', all).map(iso)).toEqual([
      '2026-10-25T00:30:00.000Z',
    ]);
  });
});

describe('rules that are refused, saying what was expected, at once', () => {
  it.each([
    ['FREQ=SECONDLY', 'once a minute'],
    ['FREQ=MINUTELY;BYSECOND=0,30', 'once a minute'],
    [`FREQ=DAILY;BYSECOND=${Array.from({ length: 60 }, (_, n) => n).join(',')}`, 'once a minute'],
    ['FREQ=DAILY;COUNT=1000000000', 'use UNTIL'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'within ten years'],
    ['FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2,4,6', 'within ten years'],
    ['FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30', 'within ten years'],
    ['FREQ=HOURLY;INTERVAL=24;BYHOUR=3', 'within ten years'],
    [`FREQ=YEARLY;BYYEARDAY=${'1,'.repeat(5_000)}1`, 'at most 500 characters'],
    ['FREQ=DAILY;UNTIL=20200101', 'before the first'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL as'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20300101', 'not both'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'without numbers'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'no BYMONTHDAY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'beside another part'],
    ['FREQ=HOURLY;BYSETPOS=1;BYMINUTE=0', 'no BYSETPOS'],
    ['FREQ=DAILY;DTSTART=20260101', 'given beside the rule'],
    ['FREQ=DAILY;BYEASTER=1', 'not part of RFC 5545'],
    ['FREQ=DAILY;FREQ=DAILY', 'FREQ once'],
    ['FREQ=WEEKLY;BYDAY=XX', 'such as MO'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'without 0'],
    ['every Monday', 'NAME=VALUE'],
    ['', 'NAME=VALUE'],
    ['BYDAY=MO', 'FREQ to be one of'],
  ])('%s', (rule, why) => {
    const began = performance.now();
    expect(() => slotsOf({ first: '2026-01-01T09:00', rule, zone: 'Europe/Berlin' })).toThrow(why);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it.each(['tomorrow', '2026-02-30T09:00', '2026-01-01', '2026-01-01T09:00Z'])('a first time %s', (first) => {
    expect(() => slotsOf({ first, rule: null, zone: 'UTC' })).toThrow('Expected a first time');
  });
});
