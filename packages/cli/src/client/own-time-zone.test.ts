import { expect, test } from 'vitest';
import { ownTimeZone } from './own-time-zone.ts';

test('the zone that is set counts before that of the machine, and a bad one not at all', () => {
  const machine = ownTimeZone(undefined);
  expect(ownTimeZone('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(ownTimeZone('Mars/Olympus')).toBe(machine);
});
