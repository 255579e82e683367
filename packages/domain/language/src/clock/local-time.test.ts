import { expect, test } from 'vitest';
import { localDay, localTime } from './local-time.ts';

test('law 15: an instant is told in the zone of who speaks, with its weekday', () => {
  expect(localTime('2026-11-22T17:04:27.904Z', 'Europe/Berlin')).toBe(
    'Sunday 2026-11-22 18:04 (Europe/Berlin)',
  );
  expect(localTime('2026-11-22T20:00:00Z', 'Asia/Kolkata')).toBe('Monday 2026-11-23 01:30 (Asia/Kolkata)');
  expect(localDay('2026-11-22T03:00:00Z', 'America/New_York')).toBe('2026-11-21');
});

test('the clocks change: an hour is told as people had it', () => {
  expect(localTime('2026-03-29T00:59:00Z', 'Europe/Berlin')).toContain('01:59');
  expect(localTime('2026-03-29T01:00:00Z', 'Europe/Berlin')).toContain('03:00');
  expect(localTime('2026-03-28T23:00:00Z', 'Europe/Berlin')).toContain('2026-03-29 00:00');
});

test('an unknown zone counts as UTC, and what is no time is left as it is', () => {
  expect(localTime('2026-11-22T17:04:00Z', 'Mars/Olympus')).toBe('Sunday 2026-11-22 17:04 (UTC)');
  expect(localTime('2026-11-22T17:04:00Z', undefined)).toBe('Sunday 2026-11-22 17:04 (UTC)');
  expect(localTime('', 'UTC')).toBe('');
  expect(localDay('then', 'UTC')).toBe('then');
});
