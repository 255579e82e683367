import { expect, test } from 'vitest';
import { nearest, slipsBetween } from './nearest.ts';

test.each([
  ['same', 'same', 0],
  ['queues', 'queue', 1],
  ['ab', 'ba', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('from %s to %s it takes %d slips', (a, b, slips) => {
  expect(slipsBetween(a, b)).toBe(slips);
});

test.each([
  ['SALIENCE_QUEUE', 'SALIENCE_QUEUES'],
  ['SALIENCE_LOGLEVEL', 'SALIENCE_LOG_LEVEL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['chaoss', 'chaos'],
  ['SOMETHING_ELSE', undefined],
  ['POST', 'PORT'],
])('%s probably meant %s', (name, meant) => {
  const names = ['SALIENCE_QUEUES', 'SALIENCE_LOG_LEVEL', 'DATABASE_URL', 'PORT', 'chaos'];
  expect(nearest(name, names)).toBe(meant);
});
