import { afterEach, expect, test, vi } from 'vitest';
import { readEnv } from '../env.ts';
import { listenAddress } from './listen-address.ts';

afterEach(() => vi.unstubAllEnvs());

test('host and port: the flag goes before the environment, the environment before the default', () => {
  vi.stubEnv('SALIENCE_HOST', '');
  vi.stubEnv('PORT', '');
  expect(listenAddress({}, readEnv())).toEqual({ host: '127.0.0.1', port: 3300 });
  vi.stubEnv('SALIENCE_HOST', '192.0.2.7');
  vi.stubEnv('PORT', '4400');
  expect(listenAddress({}, readEnv())).toEqual({ host: '192.0.2.7', port: 4400 });
  expect(listenAddress({ host: '::1', port: '5500' }, readEnv())).toEqual({ host: '::1', port: 5500 });
});

test.each(['0', '65536', '80.5', 'http'])('port %s is refused', (port) => {
  expect(() => listenAddress({ port }, readEnv())).toThrow(/Expected a port from 1 to 65535/);
});
