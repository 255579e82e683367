import { describe, expect, it } from 'vitest';
import { checkServer } from './redis-clients.ts';

const info = (version: string, policy: string): string =>
  `# Server\r\nredis_version:${version}\r\n# Memory\r\nmaxmemory_policy:${policy}\r\n`;

describe('checkServer', () => {
  it.each(['6.2.0', '7.0.15', '10.0.1'])('accepts version %s', (version) => {
    expect(() => checkServer(info(version, 'noeviction'))).not.toThrow();
  });

  it.each(['5.0.14', '6.0.16', ''])('refuses version "%s"', (version) => {
    expect(() => checkServer(info(version, 'noeviction'))).toThrow(
      expect.objectContaining({ code: 'queues.version' }),
    );
  });

  it('refuses a policy that evicts, and accepts a server that does not say', () => {
    expect(() => checkServer(info('7.0.15', 'volatile-lru'))).toThrow(
      expect.objectContaining({ code: 'queues.eviction-policy' }),
    );
    expect(() => checkServer('redis_version:7.2.0\r\n')).not.toThrow();
  });
});
