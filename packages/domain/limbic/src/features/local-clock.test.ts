import { describe, expect, it } from 'vitest';
import { mondayTen } from '../../test/made-up.ts';
import { clockAt, isActive } from './local-clock.ts';

const days = [0, 1, 2, 3, 4, 5, 6];
const prior = (active_hours: [number, number], active_days = days) => ({
  active_hours,
  active_days,
  typical_interval_hours: 24,
  ticks: false,
});
const at = (hour: number, weekday = 0) => ({ hour, minute: 0, weekday });

describe('the clock of a module', () => {
  it('counts days from Monday, in the zone, over summer time', () => {
    expect(clockAt(mondayTen, 'UTC')).toEqual({ hour: 10, minute: 0, weekday: 0 });
    expect(clockAt(mondayTen, 'America/Los_Angeles')).toEqual({ hour: 2, minute: 0, weekday: 0 });
    // 30 March 2025: the clocks of Berlin go from 02:00 to 03:00.
    expect(clockAt(1_743_296_400 - 1, 'Europe/Berlin')).toMatchObject({ hour: 1, minute: 59, weekday: 6 });
    expect(clockAt(1_743_296_400, 'Europe/Berlin')).toMatchObject({ hour: 3, minute: 0, weekday: 6 });
  });

  it('shows the beginning of 1970 for a time that is none, and UTC for a zone that is none', () => {
    for (const seconds of [Number.NaN, Infinity, 1e18]) expect(clockAt(seconds, 'UTC')).toEqual(at(0, 3));
    expect(clockAt(mondayTen, 'no/zone')).toEqual(clockAt(mondayTen, undefined));
  });
});

describe('active hours', () => {
  it('include the first and the last', () => {
    expect([7, 8, 20, 21].map((hour) => isActive(prior([8, 20]), at(hour)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('may go past midnight; the hours after it belong to the day before', () => {
    const friday = prior([22, 5], [4]);
    expect(isActive(friday, at(23, 4))).toBe(true);
    expect(isActive(friday, at(5, 5))).toBe(true);
    expect(isActive(friday, at(5, 4))).toBe(false);
    expect(isActive(friday, at(6, 5))).toBe(false);
    expect(isActive(prior([22, 5], [6]), at(3, 0))).toBe(true);
  });

  it('are those of declared days', () => {
    expect(isActive(prior([8, 20], [0, 1]), at(10, 1))).toBe(true);
    expect(isActive(prior([8, 20], [0, 1]), at(10, 2))).toBe(false);
  });
});
