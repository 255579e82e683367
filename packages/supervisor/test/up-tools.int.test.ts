import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '@salience/embedded';
import { type PeekReport, peekingMcpProgram, repositoryRoot, scratchFolder, until } from '@salience/testing';
import { readRun } from '../src/home/run-file.ts';

// The real thing: the built command line, its private Postgres, the eight built apps, and programs of strangers.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const root = process.getuid?.() === 0;
const linux = process.platform === 'linux';
/** Postgres wants a user with a name. */
const somebody = { uid: 65_534, gid: 65_534 };
/** This repository may lie in a folder that nobody else may enter. */
const runsForOthers =
  root && spawnSync(process.execPath, ['--check', PROGRAM], { ...somebody, cwd: '/' }).status === 0;

const modelKey = `canary-model-key-${process.pid}`;

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
}, 60_000);

interface Installation {
  readonly home: string;
  /** What `salience up` said. */
  readonly said: string;
  /** Runs a command to its end; resolves with its exit code and what it printed. */
  salience(...args: string[]): Promise<{ code: number | null; out: string }>;
  /** What the tool server of this name noted at its start; undefined while it has not started. */
  report(name: string): PeekReport | undefined;
}

/** Starts Salience, as this account, with two servers that look for its secrets; one more is trusted with them. */
async function up(account: { uid: number; gid: number } | undefined): Promise<Installation> {
  const folder = scratchFolder('up-tools');
  const [home, user, reports] = ['home', 'user', 'reports'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [user, reports]) mkdirSync(one);
  chmodSync(reports, 0o1777);
  if (account !== undefined) {
    chownSync(user, account.uid, account.gid);
    chownSync(folder, account.uid, account.gid);
  }
  const mcpConfig = join(user, 'servers.json');
  const read = [
    join(home, 'state.json'),
    join(home, 'run.json'),
    join(home, 'postgres', 'superuser.password'),
    join(home, 'postgres', 'postgres.json'),
    join(home, 'postgres', 'data', 'PG_VERSION'),
    join(home, 'logs', 'reply.log'),
    mcpConfig,
  ];
  const list = [home, join(home, 'logs'), join(home, 'postgres')];
  const server = (name: string, more: object = {}): object => ({
    ...peekingMcpProgram({ read, list, report: join(reports, name) }),
    ...more,
  });
  const mcpServers = { peek: server('peek'), mate: server('mate'), mine: server('mine', { trusted: true }) };
  writeFileSync(mcpConfig, JSON.stringify({ mcpServers }), { mode: 0o600 });
  if (account !== undefined) chmodSync(mcpConfig, 0o644);
  if (account !== undefined) chownSync(mcpConfig, account.uid, account.gid);
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const salience = async (...args: string[]): Promise<{ code: number | null; out: string }> => {
    const child = spawn(process.execPath, [PROGRAM, '--home', home, ...args], {
      cwd: '/',
      ...account,
      env: {
        ...env,
        ...(account === undefined ? {} : { HOME: user, USER: 'somebody' }),
        SALIENCE_MCP_CONFIG: mcpConfig,
        SALIENCE_QUEUES: 'postgres',
        SALIENCE_MODEL: 'offline',
        // Whose launcher has ended when tool servers look.
        ...(args[0] === 'up' ? { OPENAI_API_KEY: modelKey } : {}),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out: out + err };
  };
  stop = async () => {
    await salience('down');
    for (const name of existsSync(reports) ? readdirSync(reports) : []) forgetAccount(report(name));
    rmSync(folder, { recursive: true, force: true });
  };
  const report = (name: string): PeekReport | undefined => {
    const file = join(reports, name);
    const said = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return said.endsWith('}') ? (JSON.parse(said) as PeekReport) : undefined;
  };
  const started = await salience('up', '--detach', '--port', `${await freePort()}`);
  expect(started, started.out).toMatchObject({ code: 0 });
  return { home, said: started.out, salience, report };
}

/** Root's servers keep their account and home folder from start to start: those of a test go with it. */
function forgetAccount(report: PeekReport | undefined): void {
  if (report === undefined || !root || report.uid < 60_706 || report.uid > 61_183) return;
  if (!report.home.endsWith(`/tools/${report.uid}`)) return;
  rmSync(report.home, { recursive: true });
  rmSync(`${report.home}.json`);
}

/** What a program of this account sees that knows where Postgres listens. */
async function peekAs(uid: number, port: number): Promise<PeekReport> {
  const report = join(scratchFolder('knock'), 'report');
  writeFileSync(report, '');
  chownSync(report, uid, uid);
  const { args, command } = peekingMcpProgram({ port, report });
  const child = spawn(command, args, {
    uid,
    gid: uid,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  const said = readFileSync(report, 'utf8');
  rmSync(dirname(report), { recursive: true });
  return JSON.parse(said) as PeekReport;
}

/** What those saw that nobody trusts. */
function reportsOf(report: Installation['report']): PeekReport[] {
  return ['peek', 'mate'].map(report).filter((one) => one !== undefined);
}

/** A message that the offline responder acts on: tool servers are started by the first. */
async function act({ salience }: Installation): Promise<void> {
  const { code, out } = await salience('chat', 'Remind me tomorrow at nine to water the plants.');
  expect([code, out]).toEqual([0, expect.stringMatching(/plants|remind/i)]);
}

describe.runIf(linux && root)('under root', () => {
  test('threat: a tool server of a running Salience acts, and finds no secret in files, processes or Postgres', async () => {
    const installation = await up(undefined);
    const { home, report, said } = installation;
    expect(said).not.toContain('Expected to keep');
    await act(installation);
    const seen = await until(() => ['peek', 'mate', 'mine'].map(report).every(Boolean), {
      what: 'the tool servers',
      timeoutMs: 30_000,
    }).then(() => ['peek', 'mate', 'mine'].map((name) => report(name) as PeekReport));
    const [peek, mate, mine] = seen as [PeekReport, PeekReport, PeekReport];
    for (const one of [peek, mate]) {
      expect(one).toMatchObject({
        parent: 'EACCES',
        environments: 0,
        canaries: [],
        acted: 'wrote',
        groups: '',
      });
      expect(Object.values(one.read).filter((result) => result !== 'EACCES')).toEqual([]);
      expect(Object.values(one.listed).filter((result) => result !== 'EACCES')).toEqual([]);
    }
    expect(peek.uid).not.toBe(mate.uid);
    // Knocking at Postgres as that account: it asks for a password (SCRAM), which was nowhere to be found.
    const { port } = JSON.parse(readFileSync(join(home, 'postgres', 'postgres.json'), 'utf8')) as {
      port: number;
    };
    expect((await peekAs(peek.uid, port)).greeting).toBe(10);
    // Whom its operator trusts with everything finds what is there: the files, and no secret in any environment.
    expect(mine).toMatchObject({ uid: 0, parent: 'readable' });
    expect(mine.canaries).not.toContain(modelKey);
    expect(Object.values(mine.read).filter((result) => result !== 'readable')).toEqual([]);
    // In the background the supervisor itself has no secret in its environment either.
    const { pid } = readRun(join(home, 'run.json')) ?? { pid: 0 };
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(modelKey);
    // Others pass through to the database's folder, and no further.
    expect((statSync(home).mode & 0o777).toString(8)).toBe('711');
  }, 180_000);
});

describe.runIf(linux && runsForOthers)('as a user who is not root', () => {
  test('threat: a start without root runs no program of a stranger that nothing keeps apart, says why, and starts the rest', async () => {
    const installation = await up(somebody);
    const { home, report, said } = installation;
    await act(installation);
    await until(() => report('mine'), { what: 'the trusted tool server', timeoutMs: 30_000 });
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    expect(said).toMatch(
      /Other users of this machine can read .*servers\.json, tool servers among them: chmod 600/,
    );
    // Where there is a sandbox they start in it, else they do not.
    const sandboxed = !said.includes('Expected to keep');
    const reasons = ['peek', 'mate'].map((name) => said.includes(`tool server "${name}" apart`));
    expect(reasons).toEqual([!sandboxed, !sandboxed]);
    await until(() => reportsOf(report).length === (sandboxed ? 2 : 0), {
      what: 'the tool servers',
      timeoutMs: 30_000,
    });
    const seen = reportsOf(report);
    expect(seen).toHaveLength(sandboxed ? 2 : 0);
    expect(seen.flatMap(({ canaries }) => canaries)).toEqual([]);
    expect(seen.flatMap(({ read }) => Object.values(read))).not.toContain('readable');
  }, 180_000);
});
