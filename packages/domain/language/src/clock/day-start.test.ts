import { expect, it } from 'vitest';
import { localDayOf } from './day-start.ts';

it.each([
  ['2026-03-04T23:30:00.000Z', 'UTC', '2026-03-04', '2026-03-04T00:00:00.000Z'],
  ['2026-03-04T23:30:00.000Z', 'Europe/Berlin', '2026-03-05', '2026-03-04T23:00:00.000Z'],
  ['2026-03-04T03:30:00.000Z', 'America/New_York', '2026-03-03', '2026-03-03T05:00:00.000Z'],
])('at %s in %s the day is %s', (now, zone, name, start) => {
  expect(localDayOf(new Date(now), zone)).toEqual({ name, start: new Date(start) });
});
