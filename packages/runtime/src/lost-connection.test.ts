import { expect, it } from 'vitest';
import { isLostConnection } from './lost-connection.ts';

it.each([
  [Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }), true],
  [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('Connection is closed.'), true],
  [Object.assign(new Error('duplicate key'), { code: '23505' }), false],
  [new TypeError('undefined is not a function'), false],
  ['Connection terminated', false],
])('%s', (error, lost) => {
  expect(isLostConnection(error)).toBe(lost);
});
