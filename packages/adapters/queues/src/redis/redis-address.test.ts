import { describe, expect, it } from 'vitest';
import { readRedisAddress, redisAddressProblem, shownRedisAddress } from './redis-address.ts';

describe('readRedisAddress', () => {
  it.each(['redis://h', 'redis://:pw@h:1/2', 'rediss://u:p@h:6380', 'redis://:pw@h:1?path=%2Ftmp%2Fs'])(
    'leaves %s, the address of one server, as it is',
    (url) => {
      expect(readRedisAddress(url)).toEqual({ kind: 'single', url });
    },
  );

  it('reads the nodes of a cluster', () => {
    expect(readRedisAddress('redis-cluster://a:7001,b,[::1]:7003')).toEqual({
      kind: 'cluster',
      tls: false,
      seeds: [
        { host: 'a', port: 7001 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7003 },
      ],
    });
  });

  it('reads user, password and TLS', () => {
    expect(readRedisAddress('rediss-cluster://me:p%40s:s@a:1/')).toEqual({
      kind: 'cluster',
      tls: true,
      username: 'me',
      password: 'p@s:s',
      seeds: [{ host: 'a', port: 1 }],
    });
    expect(readRedisAddress('redis-cluster://:pw@a:1')).toMatchObject({ password: 'pw' });
    expect(readRedisAddress('redis-cluster://:pw@a:1')).not.toHaveProperty('username');
  });

  it.each([
    ['redis://a:1,b:2', 'begin it with redis-cluster://'],
    ['redis-cluster://a:1/3', 'no numbered databases'],
    ['redis-cluster://', '"" is no host'],
    ['redis-cluster://a:1,,b:2', '"" is no host'],
    ['redis-cluster://a:99999', '"a:99999" is no host'],
    ['redis-cluster://:50%@a:1', '%25'],
    ['http://a:1', 'begins otherwise'],
    ['', 'begins otherwise'],
  ])('says what is wrong with "%s"', (url, part) => {
    expect(redisAddressProblem(url)).toContain(part);
    expect(() => readRedisAddress(url)).toThrow(expect.objectContaining({ code: 'queues.address' }));
  });

  it('never shows a password', () => {
    for (const url of [
      'redis-cluster://u:hidden@a:1/3',
      'redis-cluster://:hidden%@a:1',
      'redis://:hidden@a:1,b:2',
    ])
      expect(redisAddressProblem(url)).not.toContain('hidden');
    expect(shownRedisAddress('redis-cluster://u:hid@den@a:1,b:2')).toBe('redis-cluster://a:1,b:2');
    expect(shownRedisAddress('redis://:hidden@a:1/2')).toBe('redis://a:1');
  });
});
