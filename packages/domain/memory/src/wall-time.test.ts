import { expect, test } from 'vitest';
import { dayIn, instantOf, wallTime } from './wall-time.ts';

const shown = (at: number) => (Number.isNaN(at) ? undefined : new Date(at).toISOString());

test.each([
  ['2026-11-23T09:00', '2026-11-23T08:00:00.000Z'],
  ['2026-11-23 09:00', '2026-11-23T08:00:00.000Z'],
  ['2026-07-23T09:00:00', '2026-07-23T07:00:00.000Z'],
  ['2026-11-23', '2026-11-22T23:00:00.000Z'],
  ['2026-11-23T09:00Z', '2026-11-23T09:00:00.000Z'],
  ['2026-11-23T09:00+05:30', '2026-11-23T03:30:00.000Z'],
  ['next Monday', undefined],
  ['', undefined],
])('a model writes %j where clocks are those of Berlin: %s', (text, instant) => {
  expect(shown(instantOf(text, 'Europe/Berlin'))).toBe(instant);
});

test('a day is that of the zone; a zone that is none is UTC', () => {
  const late = new Date('2026-11-22T23:30:00Z');
  expect(shown(dayIn(late, 'Europe/Berlin'))).toBe('2026-11-23T00:00:00.000Z');
  expect(shown(dayIn(late, 'America/Bogota'))).toBe('2026-11-22T00:00:00.000Z');
  expect(shown(dayIn(late, 'Nowhere/Land'))).toBe('2026-11-22T00:00:00.000Z');
  expect(wallTime(late.getTime())).toBe(late.getTime());
});
