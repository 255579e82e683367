import { describe, expect, test } from 'vitest';
import { instantIn, instantOfWall, offsetTime, wallClock } from './wall-clock.ts';

const shown = (at: string, zone: string) =>
  new Date(wallClock(Date.parse(at), zone)).toISOString().slice(0, 16);
const instant = (wall: string, zone: string) =>
  new Date(instantOfWall(Date.parse(`${wall}Z`), zone)).toISOString().slice(0, 16);

describe('the clock on the wall', () => {
  test.each([
    ['2026-11-22T17:04:00Z', 'Europe/Berlin', '2026-11-22T18:04'],
    ['2026-07-01T17:04:00Z', 'Europe/Berlin', '2026-07-01T19:04'],
    ['2026-11-22T20:00:00Z', 'Asia/Kolkata', '2026-11-23T01:30'],
    ['2026-11-22T03:00:00Z', 'America/New_York', '2026-11-21T22:00'],
    ['2026-11-22T03:00:00Z', 'UTC', '2026-11-22T03:00'],
  ])('at %s in %s it shows %s', (at, zone, wall) => {
    expect(shown(at, zone)).toBe(wall);
    expect(instant(wall, zone)).toBe(at.slice(0, 16));
  });

  test('an hour that is skipped is as much later as the clock jumped', () => {
    expect(instant('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30');
    expect(shown('2026-03-29T01:30:00Z', 'Europe/Berlin')).toBe('2026-03-29T03:30');
    expect(instant('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30');
    // Half an hour, and a whole day.
    expect(instant('2026-10-04T02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45');
    expect(instant('2011-12-30T12:00', 'Pacific/Apia')).toBe('2011-12-30T22:00');
  });

  test('an hour that comes twice is the first one', () => {
    expect(instant('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30');
    expect(instant('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30');
  });

  test('whatever is shown once names its instant, in every season and place', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Chatham',
      'America/St_Johns',
    ];
    for (const zone of zones) {
      for (let at = Date.UTC(2026, 0); at < Date.UTC(2027, 0); at += 5_400_000) {
        const wall = wallClock(at, zone);
        const back = instantOfWall(wall, zone);
        expect(wallClock(back, zone)).toBe(wall);
        expect(at - back === 0 || at - back === 3_600_000).toBe(true);
      }
    }
  });
});

test('a written time is local unless it says its offset', () => {
  const read = (text: string, zone: string) => {
    const at = instantIn(text, zone);
    return at === undefined ? undefined : new Date(at).toISOString();
  };
  expect(read('2026-11-23T09:00', 'Europe/Berlin')).toBe('2026-11-23T08:00:00.000Z');
  expect(read('2026-07-23 09:00:30', 'Asia/Kolkata')).toBe('2026-07-23T03:30:30.000Z');
  expect(read('2026-11-23T09:00+02:00', 'Europe/Berlin')).toBe('2026-11-23T07:00:00.000Z');
  expect(read('2026-11-23T09:00:00.250-0500', 'Europe/Berlin')).toBe('2026-11-23T14:00:00.250Z');
  expect(read('2026-11-23T09:00z', 'Asia/Kolkata')).toBe('2026-11-23T09:00:00.000Z');
  expect(read('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  for (const text of ['2026-11-23', 'tomorrow', '2026-02-30T09:00', '2026-11-23T25:00', '09:00', ''])
    expect(read(text, 'UTC')).toBeUndefined();
});

test('an instant is written with the offset of its place, and read again', () => {
  const at = Date.parse('2026-11-23T08:00:00Z');
  expect(offsetTime(at, 'Europe/Berlin')).toBe('2026-11-23T09:00:00+01:00');
  expect(offsetTime(at, 'Asia/Kolkata')).toBe('2026-11-23T13:30:00+05:30');
  expect(offsetTime(at, 'America/St_Johns')).toBe('2026-11-23T04:30:00-03:30');
  expect(offsetTime(at, 'UTC')).toBe('2026-11-23T08:00:00.000Z');
  for (const zone of ['Europe/Berlin', 'America/St_Johns', 'UTC'])
    expect(instantIn(offsetTime(at, zone), 'Asia/Tokyo')).toBe(at);
});
