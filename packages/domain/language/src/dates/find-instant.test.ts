import { describe, expect, test } from 'vitest';
import { findInstant } from './find-instant.ts';

/** A Sunday. */
const now = new Date('2026-11-22T10:30:00Z');
const cases: readonly (readonly [text: string, at: string, rest: string])[] = [
  ['to stretch in 10 minutes', '2026-11-22T10:40:00.000Z', 'to stretch'],
  ['in an hour and a half to leave', '2026-11-22T12:00:00.000Z', 'to leave'],
  ['in half an hour', '2026-11-22T11:00:00.000Z', ''],
  ['in two hours and 15 minutes', '2026-11-22T12:45:00.000Z', ''],
  ['three days from now', '2026-11-25T10:30:00.000Z', ''],
  ['in 2 days at 9 call Bob', '2026-11-24T09:00:00.000Z', 'call Bob'],
  ['tomorrow at 9 to call Bob', '2026-11-23T09:00:00.000Z', 'to call Bob'],
  ['to call Bob tomorrow', '2026-11-23T09:00:00.000Z', 'to call Bob'],
  ['tomorrow evening to call Bob', '2026-11-23T19:00:00.000Z', 'to call Bob'],
  ['tomorrow at 7 in the evening', '2026-11-23T19:00:00.000Z', ''],
  ['the day after tomorrow at 8:15pm', '2026-11-24T20:15:00.000Z', ''],
  ['on Friday to pay rent', '2026-11-27T09:00:00.000Z', 'to pay rent'],
  ['next Monday at noon', '2026-11-23T12:00:00.000Z', ''],
  ['on Sunday', '2026-11-29T09:00:00.000Z', ''],
  ['on Sunday at 18:00', '2026-11-22T18:00:00.000Z', ''],
  ['tonight at 8 to water the plants', '2026-11-22T20:00:00.000Z', 'to water the plants'],
  ['at 3 to fetch the kids', '2026-11-22T15:00:00.000Z', 'to fetch the kids'],
  ['at 9 to stand up', '2026-11-22T21:00:00.000Z', 'to stand up'],
  ['at 09:00', '2026-11-23T09:00:00.000Z', ''],
  ['at 5 p.m.', '2026-11-22T17:00:00.000Z', ''],
  ['tomorrow at 9 CET', '2026-11-23T08:00:00.000Z', ''],
  ['tomorrow at 9 UTC+2', '2026-11-23T07:00:00.000Z', ''],
  ['tomorrow at 9:00 -05:00', '2026-11-23T14:00:00.000Z', ''],
  ['on December 3 at 14:30', '2026-12-03T14:30:00.000Z', ''],
  ['on the 3rd of March', '2027-03-03T09:00:00.000Z', ''],
  ['on 2026-12-01 at 10:00', '2026-12-01T10:00:00.000Z', ''],
  ['at 2026-12-01T10:00:00+01:00', '2026-12-01T09:00:00.000Z', ''],
  ['on the 5th', '2026-12-05T09:00:00.000Z', ''],
  ['next week', '2026-11-29T09:00:00.000Z', ''],
];

describe('times in a sentence', () => {
  test.each(cases)('%s', (text, at, rest) => {
    expect({
      ...findInstant(text, { now, zone: 'UTC' }),
      at: findInstant(text, { now, zone: 'UTC' })?.at.toISOString(),
    }).toEqual({ at, rest });
  });

  test.each(['to call Bob', 'about Monday’s report', 'on February 31', 'about the 5 apples', ''])(
    'none in "%s"',
    (text) => {
      expect(findInstant(text, { now, zone: 'UTC' })).toBeUndefined();
    },
  );

  test('a long text takes no long time', () => {
    expect(findInstant('in '.repeat(5_000), { now, zone: 'UTC' })).toBeUndefined();
    expect(findInstant('a couple of a few '.repeat(1_000), { now, zone: 'UTC' })).toBeUndefined();
  });
});

describe('the clock of who speaks', () => {
  test.each([
    ['Europe/Berlin', '2026-11-22T17:04:00Z', 'tomorrow at 9', '2026-11-23T08:00:00.000Z'],
    ['Europe/Berlin', '2026-07-22T17:04:00Z', 'tomorrow at 9', '2026-07-23T07:00:00.000Z'],
    ['Europe/Berlin', '2026-11-22T07:30:00Z', 'at 9', '2026-11-22T08:00:00.000Z'],
    // Past midnight there: tomorrow is the day after.
    ['Asia/Kolkata', '2026-11-22T20:00:00Z', 'tomorrow at 9:30 am', '2026-11-24T04:00:00.000Z'],
    ['America/New_York', '2026-11-22T03:00:00Z', 'tomorrow at noon', '2026-11-22T17:00:00.000Z'],
    ['America/New_York', '2026-11-22T03:00:00Z', 'on Saturday at 23:00', '2026-11-22T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-22T20:00:00Z', 'tomorrow at 9 UTC', '2026-11-23T09:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-22T20:00:00Z', 'on 2026-12-01T10:00', '2026-12-01T04:30:00.000Z'],
    // The clocks are put on in between.
    ['Europe/Berlin', '2026-03-28T12:00:00Z', 'in 1 day', '2026-03-29T11:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28T12:00:00Z', 'in 24 hours and 1 minute', '2026-03-29T11:01:00.000Z'],
    ['Europe/Berlin', '2026-03-28T12:00:00Z', 'tomorrow at 2:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', 'tomorrow at 2:30', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '2026-10-31T16:00:00Z', 'tomorrow at 8', '2026-11-01T13:00:00.000Z'],
  ])('in %s at %s: %s', (zone, at, text, expected) => {
    expect(findInstant(text, { now: new Date(at), zone })?.at.toISOString()).toBe(expected);
  });
});
