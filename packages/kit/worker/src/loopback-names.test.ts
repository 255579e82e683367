import { describe, expect, it } from 'vitest';
import { isLoopback } from './loopback-names.ts';

describe('isLoopback', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.1.2', '::1', '[::1]'])(
    '%s is this machine only',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
  it.each([
    '0.0.0.0',
    '::',
    '[::]',
    '10.0.0.1',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
    '127.1',
    '1127.0.0.1',
  ])('%s is not', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
