import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findPrivateRedis,
  findRedisServer,
  obtainRedisServer,
  type PrivateRedis,
  startPrivateRedis,
} from '../src/index.ts';
import { scratchFolder } from './scratch.ts';

// Real servers on a machine that may be busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scratch = scratchFolder();

/** Sends one inline command after the password and returns all that was answered within the connection. */
function ask(redis: PrivateRedis, command: string, path?: string): Promise<string> {
  const { password } = new URL(redis.url);
  const place = path === undefined ? { host: '127.0.0.1', port: redis.port } : { path };
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(place, () => {
      socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`);
    });
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('utf8')));
    socket.once('end', () => resolve(heard));
    socket.once('error', reject);
  });
}

describe('findRedisServer', () => {
  it('finds nothing on an empty path and refuses a configured program that is none', () => {
    expect(findRedisServer({ searchPath: scratch })).toBeUndefined();
    expect(() => findRedisServer({ configured: '/bin/true' })).toThrow(
      /version 6\.2 or later at \/bin\/true/,
    );
  });

  it('takes the first program on the path that is recent enough', () => {
    for (const [folder, name, version] of [
      ['old', 'redis-server', 'Redis server v=5.0.14'],
      ['new', 'valkey-server', 'Valkey server v=8.0.1'],
    ] as const) {
      mkdirSync(join(scratch, folder));
      writeFileSync(join(scratch, folder, name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
    }
    const searchPath = ['missing', 'old', 'new'].map((folder) => join(scratch, folder)).join(delimiter);
    expect(findRedisServer({ searchPath })).toBe(join(scratch, 'new', 'valkey-server'));
  });
});

describe('obtainRedisServer', () => {
  it('answers with a reason when the cache folder cannot be made', async () => {
    writeFileSync(join(scratch, 'in-the-way'), '');
    const outcome = await obtainRedisServer({ cacheDir: join(scratch, 'in-the-way', 'cache') });
    expect(outcome.reason).toContain('in-the-way');
  });
});

const given = process.env['SALIENCE_TEST_REDIS_SERVER'] ?? '';

describe.runIf(given !== '')('startPrivateRedis', () => {
  let server: string;
  beforeAll(() => {
    server = findRedisServer({ configured: given }) ?? '';
  });

  it('serves on loopback with a password and never evicts', async () => {
    const redis = await startPrivateRedis({ server, dir: join(scratch, 'plain'), endWithCaller: true });
    expect(await ask(redis, 'CONFIG GET maxmemory-policy')).toContain('noeviction');
    expect(await ask(redis, 'CONFIG GET bind')).toContain('127.0.0.1');
    expect(statSync(join(scratch, 'plain', 'redis.conf')).mode & 0o077).toBe(0);
    expect(readFileSync(`/proc/${redis.pid}/cmdline`, 'utf8')).not.toContain(new URL(redis.url).password);
    await redis.stop();
    expect(await findPrivateRedis({ dir: join(scratch, 'plain') })).toBeUndefined();
  });

  it('serves on a socket too, with the password, in a folder that only its owner enters', async () => {
    const dir = join(scratch, 'near');
    const redis = await startPrivateRedis({ server, dir, endWithCaller: true });
    const near = new URL(redis.nearUrl);
    const path = near.searchParams.get('path') ?? '';
    expect(path).toBe(join(dir, 'redis.sock'));
    near.search = '';
    expect(near.href).toBe(redis.url);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(await ask(redis, 'PING', path)).toContain('+PONG');
    expect(await ask({ ...redis, url: 'redis://:wrong@127.0.0.1' }, 'PING', path)).toContain('NOAUTH');
    process.kill(redis.pid, 'SIGKILL');
    await redis.exited;
    // Its socket is still there; the next server takes its place.
    const second = await startPrivateRedis({ server, dir, endWithCaller: true });
    expect(await ask(second, 'PING', path)).toContain('+PONG');
    await second.stop();
    const far = join(scratch, 'long'.repeat(25));
    const third = await startPrivateRedis({ server, dir: far, endWithCaller: true });
    expect(third.nearUrl).toBe(third.url);
    expect(await ask(third, 'PING')).toContain('+PONG');
    await third.stop();
  });

  it('adopts one that runs, and with an append-only file keeps what it was told', async () => {
    const options = { server, dir: join(scratch, 'kept'), appendonly: true, endWithCaller: true };
    const first = await startPrivateRedis(options);
    expect(await ask(first, 'SET k v')).toContain('+OK');
    const same = await startPrivateRedis(options);
    expect(same).toMatchObject({ pid: first.pid, url: first.url, adopted: true });
    await same.stop();
    await first.exited;
    const next = await startPrivateRedis({ ...options, port: first.port });
    expect(next).toMatchObject({ adopted: false, url: first.url });
    expect(await ask(next, 'GET k')).toContain('v');
    process.kill(next.pid, 'SIGKILL');
    expect((await next.exited).signal).toBe('SIGKILL');
    const last = await startPrivateRedis(options);
    expect(await ask(last, 'GET k')).toContain('v');
    await last.stop();
  });

  it('takes another port when the wanted one is taken, and leaves nothing running', async () => {
    const one = await startPrivateRedis({ server, dir: join(scratch, 'one'), endWithCaller: true });
    const two = await startPrivateRedis({
      server,
      dir: join(scratch, 'two'),
      port: one.port,
      endWithCaller: true,
    });
    expect(two.port).not.toBe(one.port);
    await Promise.all([one.stop(), two.stop()]);
    expect(existsSync(`/proc/${one.pid}`) || existsSync(`/proc/${two.pid}`)).toBe(false);
  });

  it('says what the server said when it cannot start', async () => {
    await expect(
      startPrivateRedis({ server: '/bin/false', dir: join(scratch, 'broken') }),
    ).rejects.toMatchObject({
      code: 'embedded.redis-start',
      message: expect.stringContaining('REDIS_URL'),
    });
  });
});
