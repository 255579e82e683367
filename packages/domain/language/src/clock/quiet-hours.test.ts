import { expect, test } from 'vitest';
import { isQuietAt, quietUntil } from './quiet-hours.ts';

const end = (at: string, zone: string, from: string, until: string) => {
  const found = quietUntil(Date.parse(at), zone, from, until);
  return found === undefined ? undefined : new Date(found).toISOString();
};

test.each([
  // Over midnight, in a zone half a day ahead of UTC: 22:30 and 06:59 are quiet, 07:00 and 21:59 are not.
  ['2026-11-22T09:30:00Z', 'Pacific/Auckland', '22:00', '07:00', '2026-11-22T18:00:00.000Z'],
  ['2026-11-22T17:59:59Z', 'Pacific/Auckland', '22:00', '07:00', '2026-11-22T18:00:00.000Z'],
  ['2026-11-22T18:00:00Z', 'Pacific/Auckland', '22:00', '07:00', undefined],
  ['2026-11-22T08:59:59Z', 'Pacific/Auckland', '22:00', '07:00', undefined],
  // Within a day, and with half an hour.
  ['2026-11-22T07:00:00Z', 'Asia/Kolkata', '12:30', '14:00', '2026-11-22T08:30:00.000Z'],
  ['2026-11-22T08:30:00Z', 'Asia/Kolkata', '12:30', '14:00', undefined],
  // None.
  ['2026-11-22T07:00:00Z', 'UTC', '07:00', '07:00', undefined],
  ['2026-11-22T07:00:00Z', 'UTC', 'night', '07:00', undefined],
])('at %s in %s, quiet from %s until %s: %s', (at, zone, from, until, expected) => {
  expect(end(at, zone, from, until)).toBe(expected);
});

test('a night in which the clock is put forward or back ends when the clock says so', () => {
  // 28 March 2026, 23:00 in Berlin (UTC+1); at 02:00 the clock shows 03:00, so 07:00 is one hour sooner.
  expect(end('2026-03-28T22:00:00Z', 'Europe/Berlin', '22:00', '07:00')).toBe('2026-03-29T05:00:00.000Z');
  // 24 October 2026, 23:00 in Berlin (UTC+2); 07:00 is one hour later.
  expect(end('2026-10-24T21:00:00Z', 'Europe/Berlin', '22:00', '07:00')).toBe('2026-10-25T06:00:00.000Z');
  // An end that the clock skips, and one that it shows twice, for who is in the second of the two.
  expect(end('2026-03-29T00:30:00Z', 'Europe/Berlin', '22:00', '02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(end('2026-10-25T01:10:00Z', 'Europe/Berlin', '22:00', '02:30')).toBe('2026-10-25T01:30:00.000Z');
});

test('the end is after every quiet instant, and nothing is quiet at it', () => {
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
    for (let at = Date.UTC(2026, 0); at < Date.UTC(2027, 0); at += 1_740_000) {
      const until = quietUntil(at, zone, '21:15', '08:45');
      if (until === undefined) continue;
      expect(until).toBeGreaterThan(at);
      expect(quietUntil(until, zone, '21:15', '08:45')).toBeUndefined();
    }
  }
});

test('it is quiet from the beginning on, and not at the end', () => {
  const night = { from: '22:00', until: '07:00' };
  expect(isQuietAt(new Date('2026-01-15T21:30:00Z'), night, 'Europe/Berlin')).toBe(true);
  expect(isQuietAt(new Date('2026-01-15T06:00:00Z'), night, 'Europe/Berlin')).toBe(false);
});
