import { expect, test } from 'vitest';
import { dayIn } from './local-time.ts';

test('a day is one of the zone', () => {
  const late = new Date('2026-11-22T23:30:00Z');
  expect(dayIn(late)).toBe(Date.UTC(2026, 10, 22));
  expect(dayIn(late, 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 23));
  expect(dayIn(late, 'America/Santiago')).toBe(Date.UTC(2026, 10, 22));
  expect(dayIn(late, 'Nowhere/Else')).toBe(Date.UTC(2026, 10, 22));
});
