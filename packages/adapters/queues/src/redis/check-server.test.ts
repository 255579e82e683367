import { describe, expect, it } from 'vitest';
import { checkServer } from './check-server.ts';

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

  it('wants version 7.0 on a cluster, and the kind of server that the address names', () => {
    const node = `${info('7.0.15', 'noeviction')}cluster_enabled:1\r\n`;
    expect(() => checkServer(node, true)).not.toThrow();
    expect(() => checkServer(info('6.2.0', 'noeviction'), true)).toThrow(
      expect.objectContaining({ code: 'queues.version', message: expect.stringContaining('7.0') }),
    );
    expect(() => checkServer(node)).toThrow(
      expect.objectContaining({
        code: 'queues.cluster',
        message: expect.stringContaining('redis-cluster://'),
      }),
    );
  });
});
