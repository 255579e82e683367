import { expect, test } from 'vitest';
import { sameClock, zoneOfPlace } from './zone-of-place.ts';

test.each([
  ['Lisbon', 'Europe/Lisbon'],
  ['lisboa', 'Europe/Lisbon'],
  ['Lissabon', 'Europe/Lisbon'],
  ['Lisbon, Portugal', 'Europe/Lisbon'],
  ['New York', 'America/New_York'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Sao Paulo', 'America/Sao_Paulo'],
  ['Munich', 'Europe/Berlin'],
  ['Canberra', 'Australia/Sydney'],
])('%s is in %s', (place, zone) => {
  expect(zoneOfPlace(place)).toBe(zone);
});

test.each(['Cordoba', 'Santiago', 'Georgetown', 'Springfield', 'a small house', '', 'GMT', 'UTC'])(
  '%s means no zone, or several',
  (place) => {
    expect(zoneOfPlace(place)).toBeUndefined();
  },
);

test('zones with one clock all the year are told from those that part in summer', () => {
  const now = new Date('2026-01-15T00:00:00Z');
  expect(sameClock('Europe/Berlin', 'Europe/Vienna', now)).toBe(true);
  expect(sameClock('Europe/Lisbon', 'Europe/Berlin', now)).toBe(false);
  expect(sameClock('America/Phoenix', 'America/Denver', now)).toBe(false);
});
