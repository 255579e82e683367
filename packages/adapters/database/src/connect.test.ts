import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, pingDatabase } from './connect.ts';

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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
