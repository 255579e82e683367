import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakerOf } from './breaker.ts';
import { digestText } from './digest-text.ts';
import { type DueInput, dueAt, quietHoursOf } from './due-at.ts';
import { countSignal, noFlood } from './flood.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-22T12:00:00Z');
const input: DueInput = {
  now,
  firstAt: now,
  lastWakeAt: null,
  cooldownMs: 60_000,
  quietHours: null,
  zone: 'UTC',
};

describe('dueAt', () => {
  it.each([
    ['after what comes together', {}, 250],
    ['after another time of collecting', { coalesceMs: 1_000 }, 1_000],
    ['at once, if it has waited', { firstAt: now - 5_000 }, 0],
    ['after the cooldown', { lastWakeAt: now - 10_000 }, 50_000],
    ['after 30 s at least', { lastWakeAt: now - 10_000, cooldownMs: 1_000 }, 20_000],
    ['from now on, of a clock that is ahead', { lastWakeAt: now + hour, firstAt: now + hour }, 60_000],
    ['never before it began to collect', { coalesceMs: -5 }, 0],
  ])('is %s', (_, parts, later) => {
    expect(dueAt({ ...input, ...parts }) - now).toBe(later);
  });

  it('waits for the end of quiet hours, past midnight and where the clock is put', () => {
    const night = { from: '22:00', until: '07:00' };
    const due = (at: string, zone: string) => {
      const time = Date.parse(at);
      return new Date(dueAt({ ...input, now: time, firstAt: time, quietHours: night, zone })).toISOString();
    };
    expect(due('2026-11-22T23:30:00Z', 'UTC')).toBe('2026-11-23T07:00:00.000Z');
    expect(due('2026-11-22T21:59:59.900Z', 'UTC')).toBe('2026-11-23T07:00:00.000Z');
    expect(due('2026-11-22T21:00:00Z', 'UTC')).toBe('2026-11-22T21:00:00.250Z');
    // The night in which the clock in Berlin is put forward.
    expect(due('2026-03-28T22:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z');
    expect(due('2026-10-24T21:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z');
  });

  it('law 24: never before now, the pause or the end of the quiet hours; later wakes never make it sooner', () => {
    const times = fc.integer({ min: 0, max: 4e12 });
    const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 23 }));
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'no zone');
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 1e9 }),
        fc.integer({ min: 0, max: 1e9 }),
        clock,
        zone,
        (at, ago, longer, cooldownMs, hours, place) => {
          const quietHours = quietHoursOf({ quiet_hours: hours }, null);
          const of = (lastWakeAt: number | null) =>
            dueAt({ now: at, firstAt: at - ago, lastWakeAt, cooldownMs, quietHours, zone: place });
          const due = of(at - ago);
          expect(due).toBeGreaterThanOrEqual(
            Math.max(at, Math.min(at, at - ago) + Math.max(30_000, cooldownMs)),
          );
          expect(due).toBeGreaterThanOrEqual(of(at - ago - longer));
          expect(due).toBeGreaterThanOrEqual(of(null));
          // Due is due: asked again then, nothing holds it.
          expect(
            dueAt({
              now: due,
              firstAt: at - ago,
              lastWakeAt: null,
              cooldownMs,
              coalesceMs: 0,
              quietHours,
              zone: place,
            }),
          ).toBe(due);
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('the quiet hours of a module go before the owner’s, and null is none', () => {
  const owner = { from: '22:30', until: '07:00' };
  expect(quietHoursOf({}, owner)).toBe(owner);
  expect(quietHoursOf({ quiet_hours: null }, owner)).toBeNull();
  expect(quietHoursOf({ quiet_hours: [1, 9] }, owner)).toEqual({ from: '01:00', until: '09:00' });
});

describe('breakerOf', () => {
  const useless = (count: number, last = now) =>
    Array.from({ length: count }, (_, at) => ({ at: last - at * hour, useful: false }));

  it('opens for 24 h when none of the last ten was of use', () => {
    expect(breakerOf(useless(9), now, now).state).toBe('closed');
    expect(breakerOf(useless(10), now, now)).toEqual({
      state: 'open',
      allows: false,
      until: now + 24 * hour,
    });
    expect(breakerOf([{ at: now - 9.5 * hour, useful: true }, ...useless(10)], now, now).state).toBe('open');
    expect(breakerOf([{ at: now - 8.5 * hour, useful: true }, ...useless(10)], now, now).state).toBe(
      'closed',
    );
  });

  it('lets one wake through after that, which decides', () => {
    const opens = now + 24 * hour;
    expect(breakerOf(useless(10), opens - 1, now).allows).toBe(false);
    expect(breakerOf(useless(10), opens, now)).toEqual({ state: 'half_open', allows: true, until: null });
    expect(breakerOf(useless(10), opens, null).allows).toBe(true);
    // It is out: no second one before it is judged.
    expect(breakerOf(useless(10), opens + 5, opens)).toEqual({
      state: 'half_open',
      allows: false,
      until: opens + 24 * hour,
    });
    const judged = (useful: boolean) =>
      breakerOf([...useless(10), { at: opens + hour, useful }], opens + 2 * hour, opens);
    expect(judged(true)).toEqual({ state: 'closed', allows: true, until: null });
    expect(judged(false)).toEqual({ state: 'open', allows: false, until: opens + 25 * hour });
  });

  it('law 17: is never silent for ever: a trial that nobody judges makes way for another', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 40 }), fc.integer({ min: 0, max: 400 }), (count, later) => {
        const wake = now + later * hour;
        expect(breakerOf(useless(count), Math.max(wake, now) + 24 * hour, wake).allows).toBe(true);
      }),
    );
    expect(breakerOf([], now, null)).toEqual({ state: 'closed', allows: true, until: null });
  });
});

describe('countSignal', () => {
  it('judges so many a minute and counts the rest, and begins anew with the next', () => {
    const run = (times: readonly number[]) => {
      let state = noFlood;
      return times.map((at) => {
        const counted = countSignal(state, at, 2);
        state = counted.state;
        return counted.judged;
      });
    };
    expect(run([0, 1_000, 2_000, 59_999, 60_000])).toEqual([true, true, false, false, true]);
    // A clock that goes back does not begin a new minute.
    expect(run([120_000, 120_001, 60_000, 180_000])).toEqual([true, true, false, true]);
    expect(countSignal({ minute: 5, count: 300 }, 300_000).judged).toBe(false);
    expect(countSignal({ minute: 5, count: 299 }, 300_000).judged).toBe(true);
  });
});

describe('digestText', () => {
  const entry = {
    moduleId: 'homework',
    cluster: 'academic',
    score: 0.871,
    at: now,
    summary: 'filesystem created: “a.pdf”',
  };

  it('tells the surest first, a line each, on the clock of the owner', () => {
    const text = digestText(
      [{ ...entry, score: 0.7 }, { ...entry, moduleId: null, at: now + 1 }, entry],
      'Europe/Berlin',
    );
    expect(text).toBe(
      [
        "3 changes were not asked about today, because the day's budget of wakes was used up:",
        '- 13:00 homework (87 %): filesystem created: “a.pdf”',
        '- 13:00 academic (87 %): filesystem created: “a.pdf”',
        '- 13:00 homework (70 %): filesystem created: “a.pdf”',
      ].join('\n'),
    );
  });

  it('says where there were more', () => {
    const text = digestText(
      Array.from({ length: 25 }, () => entry),
      'UTC',
      { more: true },
    );
    expect(text.split('\n')[0]).toContain('More than 25 changes were not asked about');
    expect(text.split('\n').at(-1)).toBe('and more than 5 more.');
  });

  it('is empty without any, stays short with many, and holds no line of somebody else', () => {
    expect(digestText([], 'UTC')).toBe('');
    expect(digestText([{ ...entry, summary: 'a\n- 09:00 forged', score: 7 }], undefined)).toBe(
      "1 change was not asked about today, because the day's budget of wakes was used up:\n- 12:00 homework (100 %): a - 09:00 forged",
    );
    const many = digestText(Array<typeof entry>(25).fill(entry), 'UTC').split('\n');
    expect([many.length, many.at(-1)]).toEqual([22, 'and 5 more.']);
  });
});
