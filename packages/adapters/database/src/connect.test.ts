import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import pg from 'pg';
import { classifyDatabaseError, createDatabase, pingDatabase } from './connect.ts';

it.each([
  [
    'a socket that is gone with its server',
    `postgres://nobody@/nothing?host=${encodeURIComponent(join(tmpdir(), 'no-such-folder'))}`,
  ],
  ['a port at which nobody listens', `postgres://nobody@127.0.0.1:${await freePort()}/nothing`],
])(
  'takes %s for a server that is away: what failed is tried again, and counts nobody’s attempt',
  async (_what, url) => {
    const db = createDatabase({ url, applicationName: 'test', poolMax: 1 });
    await expect(pingDatabase(db)).rejects.toMatchObject({ code: 'database.unavailable', kind: 'retryable' });
    await db.close();
  },
);

it('takes what PgBouncer says against a connection for a server that is away, but not what it says of an address', () => {
  const kindOf = (message: string, severity = 'FATAL') => {
    const error = Object.assign(new pg.DatabaseError(message, message.length, 'error'), {
      code: '08P01',
      severity,
    });
    return classifyDatabaseError(error).code;
  };
  for (const said of [
    'invalid server parameter',
    'server conn crashed?',
    'query_wait_timeout',
    'pgbouncer is shutting down',
  ])
    expect(kindOf(said), said).toBe('database.unavailable');
  for (const said of [
    'SASL authentication failed',
    'database "x" does not exist',
    'unsupported startup parameter: options',
  ])
    expect(kindOf(said), said).toBe('database.failed');
  // A statement that breaks the protocol is a fault of ours, and ends no connection.
  expect(kindOf('bind message supplies 1 parameters, but prepared statement "x" requires 2', 'ERROR')).toBe(
    'database.failed',
  );
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
