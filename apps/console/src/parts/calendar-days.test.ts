import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dayOf, monthOf, weekOf } from './calendar-days.ts';

describe('days of a calendar', () => {
  it('are those of the zone', () => {
    expect(dayOf('2026-11-27T23:30:00Z', 'Europe/Berlin')).toBe('2026-11-28');
    expect(dayOf('2026-11-27T23:30:00Z', 'America/New_York')).toBe('2026-11-27');
  });

  it('go over the ends of months, years and summer time', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-01');
    expect(addMonths('2026-01-31', -1)).toBe('2025-12-01');
  });

  it('stand in weeks from Monday', () => {
    expect(weekOf('2026-11-29')).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
  });

  it('of a month are in whole weeks, all of them and no other week', () => {
    expect(monthOf('2026-11-27').map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(monthOf('2027-02-10')).toHaveLength(4);
  });
});
