import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type PeekOptions, type PeekReport, peekingMcpProgram, scratchFolder } from '@salience/testing';
import { describe, expect, it } from 'vitest';
import {
  admitServers,
  createMcp,
  findIsolation,
  type Isolation,
  type IsolationOptions,
  parseMcpConfig,
} from '../src/index.ts';

const child = fileURLToPath(new URL('isolation-child.ts', import.meta.url));
const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';
const somebody = { uid: 61_100, gid: 61_100 };
/** This repository may lie in a folder that nobody else may enter. */
const readByOthers =
  root && spawnSync(process.execPath, ['--check', child], { ...somebody, cwd: '/' }).status === 0;

interface Looked {
  readonly kind: Isolation['kind'];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  readonly saw: Readonly<Record<string, PeekReport>>;
}

/** Runs a client of these servers in a process with a secret in its environment, and says what they saw. */
async function look(servers: object, options: IsolationOptions, as: SpawnOptions = {}): Promise<Looked> {
  const { env, ...rest } = as;
  const client = spawn(
    process.execPath,
    ['--no-warnings', child, JSON.stringify({ mcpServers: servers }), JSON.stringify(options)],
    {
      cwd: '/',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CANARY: 'canary-secret', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...rest,
    },
  );
  if (client.stdout === null) throw new Error('expected a pipe');
  return JSON.parse(await text(client.stdout)) as Looked;
}

/** A folder with a secret file in it, as the home of an installation, which its owner alone may enter. */
function privateFolder(owner: { uid: number; gid: number } | undefined): { folder: string; file: string } {
  const folder = join(scratchFolder('private'), 'home');
  const file = join(folder, 'state.json');
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(file, 'canary-secret', { mode: 0o600 });
  if (owner !== undefined) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
  return { folder, file };
}

function peeking(options: PeekOptions, more: object = {}): object {
  return { ...peekingMcpProgram(options), ...more };
}

describe.runIf(root && linux)('under root', () => {
  const homes = join(scratchFolder('tools'), 'tools');
  const { file, folder } = privateFolder(undefined);
  const wanted = { read: [file, '/etc/shadow'], list: [folder, homes, '/root'] };

  it('threat: a tool server has an account of its own, and reads no environment, file or home of anybody else', async () => {
    const servers = { one: peeking(wanted, { env: { NAMED: 'yes' } }), two: peeking(wanted) };
    const { kind, saw } = await look(servers, { homes, installation: 'here' });
    expect(kind).toBe('account');
    const [one, two] = [saw['one']!, saw['two']!];
    expect(one.uid).not.toBe(two.uid);
    for (const report of [one, two]) {
      expect(report.uid).toBeGreaterThanOrEqual(60_706);
      expect(report.uid).toBeLessThanOrEqual(61_183);
      expect(report).toMatchObject({ gid: report.uid, groups: '', homeMode: '700', acted: 'wrote' });
      expect(Number.parseInt(report.capabilities, 16)).toBe(0);
      expect(report.home).toBe(join(homes, `${report.uid}`));
      expect(statSync(report.home).uid).toBe(report.uid);
      expect(report).toMatchObject({ parent: 'EACCES', environments: 0, canaries: [] });
      expect(report.read).toEqual({ [file]: 'EACCES', '/etc/shadow': 'EACCES' });
      expect(report.listed).toMatchObject({ [folder]: 'EACCES', [homes]: 'EACCES' });
      expect(report.variables.filter((name) => !name.startsWith('__CF'))).toEqual(
        ['HOME', 'LOGNAME', ...(report === one ? ['NAMED'] : []), 'PATH', 'USER'].sort(),
      );
    }
    const nosy = peeking({ read: [join(two.home, 'notes.txt')], list: [two.home] });
    const again = await look({ one: nosy }, { homes, installation: 'here' });
    expect(again.saw['one']).toMatchObject({
      uid: one.uid,
      read: { [join(two.home, 'notes.txt')]: 'EACCES' },
      listed: { [two.home]: 'EACCES' },
    });
    expect(readFileSync(join(two.home, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('gives a server of the same name in another installation another account', async () => {
    const servers = { one: peeking({}) };
    const [here, there] = await Promise.all(
      ['here', 'there'].map((installation) => look(servers, { homes, installation })),
    );
    expect(here?.saw['one']?.uid).not.toBe(there?.saw['one']?.uid);
  });

  it('runs a trusted one as ourselves', async () => {
    const { saw } = await look({ one: peeking({}, { trusted: true }) }, { homes });
    // What looks finds what is there.
    expect(saw['one']).toMatchObject({
      uid: 0,
      parent: 'readable',
      canaries: expect.arrayContaining(['canary-secret']),
    });
  });

  it('says which file the account of a server cannot read, and what to do', async () => {
    const { command, args } = peekingMcpProgram();
    const hidden = join(privateFolder(undefined).folder, 'server.mjs');
    writeFileSync(hidden, '');
    const program = join(folder, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    const lines: object[] = [];
    const warn = (fields: object): void => void lines.push(fields);
    const servers = { a: { command, args: [hidden] }, b: { command: program, args } };
    const mcp = createMcp({
      servers: parseMcpConfig(JSON.stringify({ mcpServers: servers }), 'the test'),
      isolation: findIsolation({ homes }),
      log: { debug: () => undefined, info: () => undefined, warn },
      onLate: () => undefined,
    });
    expect(await mcp.tools()).toEqual([]);
    await mcp.close();
    expect(JSON.stringify(lines)).toMatch(
      new RegExp(`${hidden} to be readable for everybody, since .*"a.* user number 6\\d{4}.*trusted`),
    );
    expect(JSON.stringify(lines)).toContain(`${program} to be readable`);
  });
});

describe.runIf(linux && (readByOthers || !root))('not under root', () => {
  const as = root ? somebody : undefined;
  const own = scratchFolder('user');
  if (as !== undefined) {
    chmodSync(own, 0o700);
    spawnSync('chown', [`${as.uid}:${as.gid}`, own]);
  }
  const env = { HOME: own };

  it('threat: without a sandbox no program of a stranger runs as us, and it is said why', async () => {
    const servers = { one: peeking({}), two: peeking({}, { trusted: true }) };
    const { kind, refused, saw } = await look(servers, { sandboxes: [] }, { ...as, env });
    expect(kind).toBe('none');
    expect(refused).toEqual([
      {
        name: 'one',
        reason: expect.stringMatching(
          /^Expected to keep .*"one".*, but .*not root.*: .*"trusted": true[^.]*\.$/,
        ),
      },
    ]);
    expect(Object.keys(saw)).toEqual(['two']);
    expect(saw['two']).toMatchObject({ uid: as?.uid ?? process.getuid?.() });
  });

  const sandboxes = [process.env['SALIENCE_TEST_SANDBOX'] ?? '/usr/bin/bwrap'];
  const works = findIsolation({ sandboxes }).kind === 'sandbox' || (root && existsSync(sandboxes[0] ?? ''));

  it.runIf(works)(
    'threat: a tool server in a sandbox sees neither our processes nor what belongs to us',
    async () => {
      const { file, folder } = privateFolder(as);
      const config = join(scratchFolder('config'), 'servers.json');
      writeFileSync(config, 'canary-secret');
      chmodSync(config, 0o644);
      const homes = join(own, 'tools');
      const wanted = { read: [file, config], list: [folder, own, homes] };
      const servers = { one: peeking(wanted), two: peeking(wanted) };
      const options = { sandboxes, homes, hidden: [folder], installation: config };
      const { kind, refused, saw } = await look(servers, options, { ...as, env });
      expect([kind, refused]).toEqual(['sandbox', []]);
      for (const report of [saw['one']!, saw['two']!]) {
        expect(report).toMatchObject({ homeMode: '700', acted: 'wrote' });
        expect(Number.parseInt(report.capabilities, 16)).toBe(0);
        expect(report.pids).toBeLessThan(5);
        expect(report.listed[homes]).toHaveLength(1);
        expect(report.listed[own]).toEqual(['tools']);
        expect(report.canaries).toEqual([]);
        expect(report.read[file]).toBe('ENOENT');
      }
      expect(saw['one']?.home).not.toBe(saw['two']?.home);
    },
  );
});

it('admits everything where programs can be kept apart, and addresses everywhere', () => {
  const servers = parseMcpConfig(
    JSON.stringify({ mcpServers: { near: { command: 'x' }, far: { url: 'http://far.test' } } }),
    'the test',
  );
  const account = { kind: 'account', homes: '/none', installation: '' } as const;
  expect(admitServers(servers, account)).toEqual({ admitted: servers, refused: [] });
  const { admitted, refused } = admitServers(servers, { kind: 'none', why: 'it rains' });
  expect(Object.keys(admitted)).toEqual(['far']);
  expect(refused).toEqual([{ name: 'near', reason: expect.stringContaining('it rains') }]);
});
