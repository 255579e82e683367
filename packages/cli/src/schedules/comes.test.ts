import { expect, test } from 'vitest';
import { comes } from './comes.ts';

const often = `every day at ${Array.from({ length: 12 }, (_, hour) => `${hour + 10}:00`).join(', ')}`;

test.each([
  [null, 60, 'once'],
  ['every weekday at 09:00', 60, 'every weekday at 09:00 (Europe/Lisbon)'],
  [often, undefined, `${often} (Europe/Lisbon)`],
  [often, 30, 'every day at 10:00, 11:00, 12… (Europe/Lisbon)'],
])('%s in %s characters', (words, max, said) => {
  const schedule = { rule_in_words: words, time_zone: 'Europe/Lisbon' };
  expect(comes(schedule, 'Europe/Berlin', max)).toBe(said);
  expect(comes(schedule, 'Europe/Lisbon', max)).toBe(said.replace(' (Europe/Lisbon)', ''));
});
