import { expect, it } from 'vitest';
import { periodBefore, showsDay, showsNow, tellsMidnight, utcTimesIn } from './times.ts';
import { instantOf, wallParts, withOffset } from './wall-time.ts';

const zone = 'America/Santiago';
const sentAt = instantOf('2028-11-20T21:40', zone);

it('tells the wall from the instant and back, on both sides of midnight', () => {
  expect(sentAt.toISOString()).toBe('2028-11-21T00:40:00.000Z');
  expect(wallParts(sentAt, zone)).toEqual({ day: '2028-11-20', time: '21:40', weekday: 'Monday' });
  expect(withOffset('2028-11-21T07:30', zone)).toBe('2028-11-21T07:30:00-03:00');
  expect(withOffset('2028-07-01T07:30', 'Europe/Berlin')).toBe('2028-07-01T07:30:00+02:00');
});

it.each([
  ['now="Monday 2028-11-20 21:40 (America/Santiago)"', true],
  ['It is Mon 20 Nov 2028, 21:41.', true],
  ['at="2028-11-21T00:40:01.662+00:00"', false],
  ['Monday 2028-11-20 is long ago. The bus that was late once more left at some time near 21:40', false],
  ['Tuesday 2028-11-21 21:40', false],
])('sees whether %j tells the local time', (text, shown) => {
  expect(showsNow(text, sentAt, zone)).toBe(shown);
});

it('finds times of day in UTC and no others', () => {
  expect(utcTimesIn('at 12:00:00.000Z, 11:40:01.662+00:00, 09:00 UTC')).toHaveLength(3);
  expect(utcTimesIn('at 09:00:00-03:00, at 21:40 (America/Santiago), 07:30')).toEqual([]);
});

it('sees midnight, and no other hour or offset', () => {
  expect(tellsMidnight('- tomorrow 00:00, ahead: the dentist')).toBe(true);
  expect(tellsMidnight('at 10:00:00, at 20:00, at 2028-11-20T09:00:00+00:00')).toBe(false);
});

it.each([
  '2028-11-21',
  '21 Nov',
  'Nov 21',
  'am 21. November',
  'el 21 de noviembre',
  'le 21 novembre',
  '21 de novembro',
])('reads the day in %j', (text) => {
  expect(showsDay(text, '2028-11-21')).toBe(true);
  expect(showsDay(text, '2028-11-22')).toBe(false);
  expect(showsDay(text, '2028-11-02')).toBe(false);
});

it('finds the period that is told with a message', () => {
  const found = (head: string) => periodBefore(`${head}What?`, 'What?', sentAt, zone);
  expect(found('<message period="2028-11-18/2028-11-18">')).toContain('2028-11-18');
  expect(found('<message now="Monday 2028-11-20 21:40" about="the days from 2028-11-18 on">')).toContain(
    '2028-11-18',
  );
  expect(found('<message at="2028-11-21T00:40:00Z" held="2028-11-18">')).toContain('2028-11-18');
  expect(found('now: Monday; asks about 18 Nov to 19 Nov\n')).toContain('18 Nov');
  expect(found('<message at="Monday 2028-11-20 21:40" speaker="user">')).toBeUndefined();
  expect(found('[h2] 2028-11-18, you: yes\n<message at="2028-11-21T00:40:00Z">')).toBeUndefined();
});
