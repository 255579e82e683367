import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processIdentity } from '@salience/embedded';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createContext } from './context.ts';
import { type Home, homeAt, keptPersonToken, writeRun } from '@salience/supervisor/home';

let folder: string;
let home: Home;
let listener: Server;
let seen: (string | undefined)[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salience-context-'));
  mkdirSync(join(folder, 'home'));
  home = homeAt(join(folder, 'home'));
  seen = [];
  listener = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => listener.close(resolve));
  rmSync(folder, { recursive: true });
});

const identity = processIdentity(process.pid) ?? '';
const self = { name: 'consumer', pid: process.pid, identity, program: 'vitest' };

/** A run whose supervisor is this process, as its files tell it, with changes. */
function record({ lock = { pid: process.pid, identity }, pid = process.pid, processes = [self] } = {}): void {
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const startedAt = '2030-01-01T00:00:00Z';
  writeRun(home.runFile, { pid, url, queues: 'postgres', startedAt, ready: true, processes });
  writeFileSync(home.lockFile, JSON.stringify({ ...lock, since: startedAt }));
}

/** What the listener at the address of the run is sent as a key. */
async function told(): Promise<string | undefined> {
  const client = await createContext({ home: join(folder, 'home') }).client();
  await client.send('/approvals');
  return seen.at(-1);
}

const gone = 2 ** 22 - 1;

describe('the token of the person', () => {
  it('goes to the server of the run that goes on', async () => {
    const token = keptPersonToken(home);
    record();
    expect(await told()).toBe(`Bearer ${token}`);
  });

  it.each([
    ['whose supervisor is gone', { lock: { pid: gone, identity: `${gone}:1` }, pid: gone }],
    ['whose number another program has now', { lock: { pid: process.pid, identity: `${process.pid}:0` } }],
    ['that is not the one of the lock', { pid: gone }],
  ])('threat: is not sent to whoever listens at the address of a run %s', async (_which, files) => {
    keptPersonToken(home);
    record(files);
    expect(await told()).toBeUndefined();
    expect(seen).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux').each([
    ['nothing', []],
    [
      'a process that holds another port',
      [{ ...self, pid: process.ppid, identity: processIdentity(process.ppid) ?? '' }],
    ],
    ['a process that ended', [{ ...self, identity: `${process.pid}:0` }]],
  ])(
    'threat: is not sent to whoever took the port while the server of a run is away: of the run there is %s',
    async (_which, processes) => {
      keptPersonToken(home);
      record({ processes });
      expect(await told()).toBeUndefined();
      expect(seen).toHaveLength(1);
    },
  );
});
