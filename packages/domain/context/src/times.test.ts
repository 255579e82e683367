import { describe, expect, test } from 'vitest';
import { timesFrom } from './times.ts';

// A Sunday, half an hour after midnight in Berlin and still Saturday in Lima.
const now = '2026-11-21T23:30:00.000Z';

describe('times as a prompt tells them', () => {
  test.each([
    ['2026-11-21T23:05:00.000Z', 'today', '00:05'],
    ['2026-11-21T22:59:00.000Z', 'yesterday', 'yesterday 23:59'],
    ['2026-11-22T23:30:00.000Z', 'tomorrow', 'tomorrow 00:30'],
    ['2026-11-26T08:00:00.000Z', 'Thu 26 Nov', 'Thu 26 Nov 09:00'],
    ['2026-11-16T08:00:00.000Z', 'Mon 16 Nov', 'Mon 16 Nov 09:00'],
    ['2026-03-03T08:00:00.000Z', '3 Mar', '3 Mar 09:00'],
    ['2025-12-31T08:00:00.000Z', '31 Dec 2025', '31 Dec 2025 09:00'],
    ['some time', '', ''],
  ])('%s is %s', (at, day, moment) => {
    const times = timesFrom(now, 'Europe/Berlin');
    expect(times.day(at)).toBe(day);
    expect(times.moment(at)).toBe(moment);
  });

  test('are those of the zone of who speaks', () => {
    expect(timesFrom(now, 'America/Lima')).toMatchObject({ now: 'Saturday 2026-11-21 18:30 (America/Lima)' });
    expect(timesFrom(now, 'America/Lima').day('2026-11-21T22:59:00.000Z')).toBe('today');
    expect(timesFrom('no time', undefined).day(now)).toBe('21 Nov 2026');
  });
});
