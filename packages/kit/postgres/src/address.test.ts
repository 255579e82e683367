import { expect, test } from 'vitest';
import { faultOf, readAddress } from './address.ts';

test('an address of one server is left as it is', () => {
  for (const url of [
    'postgres://me:se%40cret@db:5433/salience?sslmode=require',
    'postgres:///salience?host=/run/postgresql',
  ])
    expect(readAddress(url)).toEqual({ url, pooled: false, servers: [] });
});

test('the mark of a pooler is read and taken off, wherever it stands', () => {
  const marked = ['?pgbouncer=true', '?pgbouncer=1&sslmode=require', '?sslmode=require&pgbouncer=true'];
  expect(marked.map((search) => readAddress(`postgres://db/s${search}`))).toEqual([
    { url: 'postgres://db/s', pooled: true, servers: [] },
    { url: 'postgres://db/s?sslmode=require', pooled: true, servers: [] },
    { url: 'postgres://db/s?sslmode=require', pooled: true, servers: [] },
  ]);
  expect(readAddress('postgres://db/s?pgbouncer=false').pooled).toBe(false);
});

test('several servers are read as libpq reads them among the parameters', () => {
  const read = (search: string, port = '') => readAddress(`postgres://me:pw@a${port}/s${search}`);
  expect(read('?host=a,b')).toEqual({
    url: 'postgres://me:pw@a/s',
    pooled: false,
    servers: [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5432 },
    ],
  });
  expect(
    read('?sslmode=require&host=a,b&port=5433,5434&target_session_attrs=read-write&pgbouncer=true'),
  ).toEqual({
    url: 'postgres://me:pw@a/s?sslmode=require',
    pooled: true,
    servers: [
      { host: 'a', port: 5433 },
      { host: 'b', port: 5434 },
    ],
  });
  expect(read('?host=a%2Cb&port=6432').servers.map(({ port }) => port)).toEqual([6432, 6432]);
  expect(read('?host=a,b', ':6432').servers.map(({ port }) => port)).toEqual([6432, 6432]);
});

test('what cannot be read says what was expected', () => {
  const faults: readonly [string, RegExp][] = [
    ['postgres://me:pw@a:5432,b:5432/s', /among the parameters: .*\?host=host-1,host-2/],
    ['postgres://a/s?host=a,b&port=1,2,3', /2 hosts and 3 ports/],
    ['postgres://a/s?host=a,', /Expected a host and a port/],
    ['postgres://a/s?host=a,b&port=1,99999', /from 1 to 65535, got "b" and "99999"/],
    ['postgres://a/s?host=a,b&target_session_attrs=read-only', /"read-only"; expected read-write or primary/],
  ];
  for (const [address, said] of faults) expect(faultOf(address), address).toMatch(said);
  expect(faultOf('postgres://a/s')).toBeUndefined();
  // A comma of a name or a password is none between hosts.
  expect(faultOf('postgres://me:a,b@db/s')).toBeUndefined();
});
