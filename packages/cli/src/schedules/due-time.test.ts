import { expect, test } from 'vitest';
import { dueTime } from './due-time.ts';

const now = new Date('2030-01-31T09:00:00Z');

test.each([
  ['10m', '2030-01-31T09:10:00.000Z'],
  ['2h', '2030-01-31T11:00:00.000Z'],
  ['1d', '2030-02-01T09:00:00.000Z'],
  ['2030-02-01T10:00:00+01:00', '2030-02-01T09:00:00.000Z'],
  ['2030-02-01T10:00', '2030-02-01T09:00:00.000Z'],
  ['2030-07-01T10:00:00', '2030-07-01T08:00:00.000Z'],
])('%s', (text, expected) => {
  expect(dueTime(text, now, 'Europe/Berlin')?.toISOString()).toBe(expected);
});

test.each(['tomorrow', '2030-02-01', '10', '2030-02-30T10:00', '2030-99-01T10:00:00Z'])(
  '%s is refused',
  (text) => {
    expect(dueTime(text, now, 'Europe/Berlin')).toBeUndefined();
  },
);
