import { expect, test } from 'vitest';
import { spokenDate } from './spoken-date.ts';

test.each([
  ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
  ['12:00 am on 1 January, 2024', '2024-01-01T00:00:00.000Z'],
  ['12:30 pm on 31 December 2023', '2023-12-31T12:30:00.000Z'],
])('%s', (text, expected) => {
  expect(spokenDate(text)?.toISOString()).toBe(expected);
});

test.each([
  '',
  '2023-05-08',
  '1:56 pm on 8 Maytember, 2023',
  '1:56 pm on 30 February, 2023',
  '13:56 pm on 8 May, 2023',
  '1:61 pm on 8 May, 2023',
  '1:00 pm on 0 May, 2023',
])('"%s" is no such date', (text) => {
  expect(spokenDate(text)).toBeUndefined();
});
