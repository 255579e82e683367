import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findPrivatePostgres, type PrivatePostgres, startPrivatePostgres } from '../src/index.ts';
import { authenticationAsked, SCRAM } from './postgres-wire.ts';
import { scratchFolder, until } from './scratch.ts';

// Real servers on a machine that may be busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scratch = scratchFolder();
chmodSync(scratch, 0o755);
const root = process.getuid?.() === 0;
const started: PrivatePostgres[] = [];
let folders = 0;

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop({ graceMs: 2_000 });
});

/** A free port that the kernel gives to nobody who asks for any: those begin at 32768. It is free again a moment later, too. */
async function portOfNobody(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** One cluster is made for the file and copied: making one takes a second. */
async function clusterCopy(name = 'copy'): Promise<string> {
  const dataDir = join(scratch, `${name}-${folders++}`);
  const original = join(scratch, 'original');
  if (folders === 1) await (await startPrivatePostgres({ dataDir: original, endWithCaller: true })).stop();
  mkdirSync(dataDir);
  copyTree(join(original, 'data'), join(dataDir, 'data'));
  copyTree(join(original, 'superuser.password'), join(dataDir, 'superuser.password'));
  return dataDir;
}

/** With owners and rights, as a backup does it. */
function copyTree(from: string, to: string): void {
  if (spawnSync('cp', ['-a', from, to]).status !== 0) throw new Error(`Could not copy ${from}`);
}

async function start(
  dataDir: string,
  more: { port?: number; log?: (line: string) => void } = {},
): Promise<PrivatePostgres> {
  const server = await startPrivatePostgres({ dataDir, endWithCaller: true, ...more });
  started.push(server);
  return server;
}

function occupy(): Promise<{ port: number; server: Server }> {
  return new Promise((resolve) => {
    const server = createServer().listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });
}

describe('startPrivatePostgres', () => {
  it('makes a cluster, serves on loopback with a password only, and stops', async () => {
    const dataDir = join(scratch, 'first');
    const server = await start(dataDir);
    expect(await authenticationAsked(server.port, 'postgres')).toBe(SCRAM);
    const password = readFileSync(join(dataDir, 'superuser.password'), 'utf8').trim();
    expect(server.url()).toBe(`postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`);
    expect(server.url({ database: 'a b', user: 'app', password: 'p@:' })).toContain(
      '//app:p%40%3A@127.0.0.1',
    );
    expect(statSync(join(dataDir, 'superuser.password')).mode & 0o077).toBe(0);
    expect(readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[5]).toBe('127.0.0.1');
    await server.stop();
    await expect(authenticationAsked(server.port, 'postgres')).rejects.toThrow('ECONNREFUSED');
    expect(await findPrivatePostgres({ dataDir })).toBeUndefined();
  });

  it('serves on a socket too, with a password, in a folder that only its owner enters', async () => {
    const dataDir = await clusterCopy();
    const server = await start(dataDir);
    const socket = join(server.dataDir, `.s.PGSQL.${server.port}`);
    expect(statSync(server.dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    expect(await authenticationAsked(socket, 'postgres')).toBe(SCRAM);
    const near = new URL(server.url({ user: 'app', password: 'p@:', overSocket: true }));
    expect(near.searchParams.get('host')).toBe(server.dataDir);
    near.search = '';
    expect(near.href).toBe(server.url({ user: 'app', password: 'p@:' }));
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    // Its socket is still there; the next server takes its place.
    const second = await start(dataDir);
    expect(await authenticationAsked(join(second.dataDir, `.s.PGSQL.${second.port}`), 'postgres')).toBe(
      SCRAM,
    );
    expect(second.url({ overSocket: true })).toContain('?host=');
  });

  it('serves on loopback alone where the path of a socket would be too long', async () => {
    const dataDir = await clusterCopy('long'.repeat(25));
    const server = await start(dataDir);
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith('.s.PGSQL'))).toEqual([]);
    expect(server.url({ overSocket: true })).toBe(server.url());
    expect(await authenticationAsked(server.port, 'postgres')).toBe(SCRAM);
  });

  it('adopts a server that already runs on the folder, and can end it', async () => {
    const dataDir = await clusterCopy();
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect(second).toMatchObject({ pid: first.pid, port: first.port, adopted: true });
    expect((await findPrivatePostgres({ dataDir }))?.pid).toBe(first.pid);
    await second.stop();
    expect((await first.exited).code).toBe(0);
  });

  it('recovers after kill -9, on the port asked for', async () => {
    const dataDir = await clusterCopy();
    const first = await start(dataDir, { port: await portOfNobody() });
    process.kill(first.pid, 'SIGKILL');
    expect((await first.exited).signal).toBe('SIGKILL');
    // What it had started holds on to the port until it notices.
    await until('the port is free', () =>
      authenticationAsked(first.port, 'postgres').then(
        () => false,
        () => true,
      ),
    );
    const lines: string[] = [];
    const second = await start(dataDir, { port: first.port, log: (line) => lines.push(line) });
    expect(second).toMatchObject({ adopted: false, port: first.port });
    expect(lines.join()).toContain('recovering');
    expect(await authenticationAsked(second.port, 'postgres')).toBe(SCRAM);
  });

  it('is not fooled by a lock whose process number belongs to another program', async () => {
    const dataDir = await clusterCopy();
    const stranger = spawn('sleep', ['60'], root ? { uid: 65_534, gid: 65_534 } : {});
    const lock = join(dataDir, 'data', 'postmaster.pid');
    writeFileSync(lock, `${stranger.pid!}\n${dataDir}/data\n1\n5432\n\n127.0.0.1\n\nready\n`);
    if (root) chownSync(lock, 65_534, 65_534);
    const server = await start(dataDir);
    expect(server.adopted).toBe(false);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('takes another port when the wanted one is taken', async () => {
    const dataDir = await clusterCopy();
    const taken = await occupy();
    const server = await start(dataDir, { port: taken.port });
    expect(server.port).not.toBe(taken.port);
    expect(await authenticationAsked(server.port, 'postgres')).toBe(SCRAM);
    taken.server.close();
  });

  it('does not touch the data of the original when a folder was copied while its server ran', async () => {
    const dataDir = await clusterCopy();
    const original = await start(dataDir);
    const copy = join(scratch, `copy-${folders++}`);
    // Without owners and rights: the server gets them back.
    cpSync(dataDir, copy, { recursive: true });
    const second = await start(copy);
    expect(second.adopted).toBe(false);
    expect(second.dataDir).toBe(join(copy, 'data'));
    expect(second.pid).not.toBe(original.pid);
  });

  it('makes a half-made cluster again', async () => {
    const dataDir = join(scratch, 'half');
    mkdirSync(join(dataDir, 'data.new'), { recursive: true });
    writeFileSync(join(dataDir, 'data.new', 'PG_VERSION'), '18\n');
    const server = await start(dataDir);
    expect(await authenticationAsked(server.port, 'postgres')).toBe(SCRAM);
  });

  it('says what to do about data of another major version', async () => {
    const dataDir = await clusterCopy();
    writeFileSync(join(dataDir, 'data', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toMatchObject({
      code: 'embedded.postgres-version',
      message: expect.stringContaining('written by Postgres 15'),
    });
  });

  it('says what to do when the folder cannot be made', async () => {
    writeFileSync(join(scratch, 'file'), '');
    await expect(start(join(scratch, 'file', 'below'))).rejects.toMatchObject({
      code: 'embedded.folder-unwritable',
      message: expect.stringContaining('set SALIENCE_HOME'),
    });
  });

  it('says what the server said when a setting is wrong', async () => {
    const dataDir = await clusterCopy();
    await expect(
      startPrivatePostgres({ dataDir, settings: { shared_buffers: 'plenty' } }),
    ).rejects.toMatchObject({
      code: 'embedded.postgres-start',
      message: expect.stringContaining('shared_buffers'),
    });
  });
});

describe('a caller that dies', () => {
  /** Starts a server in a process of its own, as `account`, and reports what it printed last. */
  async function inChild(
    dataDir: string,
    options: string,
    account: { uid?: number; gid?: number; home?: string } = {},
  ) {
    const index = join(import.meta.dirname, '..', 'src', 'index.ts');
    const code = `const { startPrivatePostgres } = await import(${JSON.stringify(index)});
      const server = await startPrivatePostgres({ dataDir: ${JSON.stringify(dataDir)}, ${options} });
      console.log(JSON.stringify({ pid: server.pid, port: server.port, uid: process.getuid() }));
      setInterval(() => {}, 1000);`;
    const { uid, gid, home } = account;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
      env: { ...process.env, ...(home === undefined ? {} : { HOME: home }) },
    });
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8')));
      child.once('exit', (status) => reject(new Error(`The child ended with ${status ?? 'a signal'}`)));
    });
    return { child, told: JSON.parse(line) as { pid: number; port: number; uid: number } };
  }

  it('takes its server along when that was asked for', async () => {
    const dataDir = await clusterCopy();
    const { child, told } = await inChild(dataDir, 'endWithCaller: true');
    child.kill('SIGKILL');
    await until('the server to end', async () => (await findPrivatePostgres({ dataDir })) === undefined);
    await expect(authenticationAsked(told.port, 'postgres')).rejects.toThrow('ECONNREFUSED');
  });

  it('leaves its server running otherwise, and the next start adopts it', async () => {
    const dataDir = await clusterCopy();
    const { child, told } = await inChild(dataDir, '');
    child.kill('SIGKILL');
    const server = await start(dataDir);
    expect(server).toMatchObject({ pid: told.pid, port: told.port, adopted: true });
  });

  it.runIf(root)('works the same for a user who is not root', async () => {
    const home = join(scratch, 'home-of-1000');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 1_000, 1_000);
    const dataDir = join(home, 'pg');
    const { child, told } = await inChild(dataDir, 'endWithCaller: true', {
      uid: 1_000,
      gid: 1_000,
      home,
    });
    expect(told.uid).toBe(1_000);
    expect(statSync(join(dataDir, 'data')).uid).toBe(1_000);
    expect(await authenticationAsked(told.port, 'postgres')).toBe(SCRAM);
    child.kill('SIGKILL');
    await until('the server to end', async () => (await findPrivatePostgres({ dataDir })) === undefined);
  });
});

describe.runIf(root)('root, below a folder that only root may enter', () => {
  it('opens the folder of the cluster itself for passing through, and nothing secret with it', async () => {
    const dataDir = join(scratch, 'own');
    mkdirSync(dataDir, { mode: 0o700 });
    const server = await start(dataDir);
    expect(server.dataDir).toBe(join(dataDir, 'data'));
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    for (const name of ['postgres.log', 'postgres.json', 'superuser.password']) {
      expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    }
  });

  it('keeps the data elsewhere, says so, and finds them again', async () => {
    const closed = join(scratch, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const lines: string[] = [];
    const first = await start(join(closed, 'pg'), { log: (line) => lines.push(line) });
    expect(first.dataDir).toMatch(/^\/var\/lib\/salience\/[0-9a-f]{16}\/data$/);
    expect(lines.join('\n')).toContain('the database is kept in /var/lib/salience/');
    await first.stop();
    const second = await start(join(closed, 'pg'));
    expect(second.dataDir).toBe(first.dataDir);
    await second.stop();
    rmSync(join(first.dataDir, '..'), { recursive: true });
  });
});
