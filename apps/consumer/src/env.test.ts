import { parseEnv } from '@salience/runtime';
import { expect, test } from 'vitest';
import { variables } from './env.ts';

const needed = { DATABASE_URL: 'postgres://localhost/x', SALIENCE_MODEL_CACHE: '/tmp' };

test('a zone that is set must be one, or nothing starts; unset it is left to the machine', () => {
  const read = (zone: string) =>
    parseEnv(variables, { ...needed, SALIENCE_TIME_ZONE: zone }).SALIENCE_TIME_ZONE;
  expect(read('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(read('')).toBeUndefined();
  expect(() => read('Mars/Olympus')).toThrow(/SALIENCE_TIME_ZONE: expected the name of a time zone, such as/);
});
