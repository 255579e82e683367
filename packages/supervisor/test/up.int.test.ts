import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appNames } from '@salience/contracts';
import { createDatabase } from '@salience/database';
import { findPrivatePostgres, freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder, until } from '@salience/testing';
import { lockHolder } from '../src/home/lock-file.ts';
import { readRun, type RecordedProcess } from '../src/home/run-file.ts';
import { survivors } from '../src/supervise/survivors.ts';

// The real thing: the built command line, its private Postgres and the eight built apps, on one home.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const START_MS = 90_000;
const STOP_MS = 20_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let folder: string;
let home: string;
let port: number;
const supervisors: ChildProcess[] = [];

beforeAll(async () => {
  folder = scratchFolder('up');
  home = join(folder, 'home');
  port = await freePort();
});

afterAll(async () => {
  for (const supervisor of supervisors) supervisor.kill('SIGTERM');
  await salience('down');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function spawnSalience(
  args: readonly string[],
  group: boolean,
): { child: ChildProcess; ended: Promise<Ended> } {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM, '--home', home, ...args], {
    detached: group,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, SALIENCE_QUEUES: 'postgres', NO_COLOR: '1' },
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended };
}

function salience(...args: string[]): Promise<Ended> {
  return spawnSalience(args, false).ended;
}

/** Starts it as a shell would, in a process group of its own; resolves when it is ready. */
async function up(...flags: string[]): Promise<{ child: ChildProcess; ended: Promise<Ended> }> {
  const started = spawnSalience(['up', '--no-chat', '--port', `${port}`, ...flags], true);
  supervisors.push(started.child);
  const early = started.ended.then(({ err }) => {
    throw new Error(`it ended before it was ready:\n${err}`);
  });
  const ready = until(() => runOf(started.child)?.ready, {
    what: 'the start',
    timeoutMs: START_MS,
  });
  await Promise.race([ready, early]);
  early.catch(() => {});
  return started;
}

/** The record of this very supervisor; that of a killed one lies about until the next start. */
function runOf(child: ChildProcess) {
  const run = readRun(join(home, 'run.json'));
  return run?.pid === child.pid ? run : undefined;
}

function running(): readonly RecordedProcess[] {
  return readRun(join(home, 'run.json'))?.processes ?? [];
}

function postgresPid(): number {
  const state = JSON.parse(readFileSync(join(home, 'postgres', 'postgres.json'), 'utf8')) as { pid: number };
  return state.pid;
}

/** How the apps are connected to the private Postgres. */
async function waysOfApps(): Promise<{ socket: boolean }[]> {
  const server = await findPrivatePostgres({ dataDir: join(home, 'postgres') });
  const db = createDatabase({ url: server?.url() ?? '', applicationName: 'test' });
  const sql =
    "select distinct client_addr is null as socket from pg_stat_activity where usename like 'salience\\_%'";
  const { rows } = await db.pool.query<{ socket: boolean }>(sql);
  await db.close();
  return rows;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('from nothing: it starts, answers, is refused a second time, and SIGINT to the group stops all of it', async () => {
  const { child, ended } = await up();
  const apps = running();
  expect(apps.map(({ name }) => name)).toEqual(['reply', 'background']);
  const postgres = postgresPid();
  expect(await waysOfApps()).toEqual([{ socket: true }]);

  expect((await salience('chat', 'My sister Ana lives in Porto. Remember that.')).code).toBe(0);
  // A route for the person alone: the token of the home went to the server of this run.
  expect(await salience('memory', 'audit')).toMatchObject({ code: 0 });
  expect(await salience('chat', 'Where does my sister live?')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Porto'),
  });
  const status = await salience('status', '--json');
  expect(status.code).toBe(0);
  expect(JSON.parse(status.out)).toMatchObject({ ready: true, dead_letters: { open: 0, of: 'all' } });

  const second = await salience('up', '--no-chat', '--port', `${port}`);
  expect(second).toMatchObject({
    code: 1,
    err: expect.stringContaining(`already running (process ${child.pid!}`),
  });

  process.kill(-(child.pid ?? 0), 'SIGINT');
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await until(() => child.exitCode !== null, { what: 'the stop', timeoutMs: STOP_MS });
  expect((await ended).code).toBe(0);
  expect(survivors(apps)).toEqual([]);
  expect(alive(postgres)).toBe(false);
  expect(readdirSync(home).filter((name) => name.includes('lock') || name === 'run.json')).toEqual([]);
  expect((await salience('status')).code).toBe(3);
}, 180_000);

test('law 1: killed without warning, everything ends, and the next start has lost nothing', async () => {
  const { child } = await up();
  const [apps, postgres] = [running(), postgresPid()];
  child.kill('SIGKILL');
  await until(() => survivors(apps).length === 0 && !alive(postgres), {
    what: 'everything to end',
    timeoutMs: STOP_MS,
  });
  expect(existsSync(join(home, 'supervisor.lock'))).toBe(true);

  const next = await up();
  expect(await salience('chat', 'Where does my sister live?')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Porto'),
  });

  const folderOfAda = join(folder, 'ada');
  mkdirSync(join(folderOfAda, 'people'), { recursive: true });
  writeFileSync(join(folderOfAda, 'agent.md'), 'You are Ada.\n');
  writeFileSync(join(folderOfAda, 'settings.json'), '{"midRun": "reject"}');
  writeFileSync(join(folderOfAda, 'people', 'ana.md'), '# Ana\n');
  expect((await salience('agent', 'create', 'ada', '--from', folderOfAda)).code).toBe(0);
  expect((await salience('agent', 'export', 'ada', join(folder, 'copy'))).code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'copy', 'settings.json'), 'utf8'))).toEqual({
    midRun: 'reject',
  });
  for (const file of ['agent.md', 'people/ana.md'])
    expect(readFileSync(join(folder, 'copy', file), 'utf8')).toBe(
      readFileSync(join(folderOfAda, file), 'utf8'),
    );
  const key = (await salience('agent', 'key', 'create', 'ada')).out.trim();
  expect(key).toMatch(/^sk_/);
  expect((await salience('agent', 'key', 'list', 'ada')).out).not.toContain(key);

  const transcript = join(folder, 'talk.jsonl');
  const rows = ['My cat is called Tom.', 'What is my cat called?'].map((text) =>
    JSON.stringify({ thread: 'cat', text }),
  );
  writeFileSync(transcript, rows.join('\n'));
  const replayed = await salience('replay', transcript, '--json');
  expect(JSON.parse(replayed.out)).toMatchObject({ messages: 2, resumed: 0, chunks: { chunked: 2 } });
  expect(JSON.parse((await salience('replay', transcript, '--json')).out)).toMatchObject({ resumed: 2 });
  // Ada refuses a message while she is busy; her transcript is sent all the same, in its order.
  const toAda = await salience('replay', transcript, '--agent', 'ada', '--json');
  expect(JSON.parse(toAda.out)).toMatchObject({ messages: 2, resumed: 0, states: { answered: 2 } });

  expect((await salience('down')).code).toBe(0);
  expect((await next.ended).code).toBe(0);
  expect(lockHolder(join(home, 'supervisor.lock'))).toBeUndefined();
}, 240_000);

test('with a process for each app it starts, answers and stops just the same', async () => {
  const { child, ended } = await up('--processes', 'each');
  const apps = running();
  expect(apps.map(({ name }) => name).sort()).toEqual([...appNames].sort());
  expect(new Set(apps.map(({ pid }) => pid)).size).toBe(8);
  expect(await salience('chat', 'Where does my sister live?')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Porto'),
  });
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect((await ended).code).toBe(0);
  expect(survivors(apps)).toEqual([]);
}, 180_000);

test('a layout of processes that there is not is refused before anything starts', async () => {
  vi.stubEnv('SALIENCE_PROCESSES', 'many');
  expect(await salience('up', '--no-chat', '--port', `${port}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Expected shared or each for the processes, got "many".'),
  });
  vi.unstubAllEnvs();
}, 60_000);

test('a start that is interrupted leaves nothing behind', async () => {
  const { child, ended } = spawnSalience(['up', '--no-chat', '--port', `${port}`], true);
  supervisors.push(child);
  await until(() => (runOf(child)?.processes.length ?? 0) > 0, {
    what: 'the first app',
    timeoutMs: START_MS,
  });
  const apps = running();
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect((await ended).code).toBe(1);
  expect(survivors(apps)).toEqual([]);
  expect(alive(postgresPid())).toBe(false);
  expect(existsSync(join(home, 'supervisor.lock'))).toBe(false);
}, 120_000);

test('the host of the environment is used where no flag names one', async () => {
  vi.stubEnv('SALIENCE_HOST', '192.0.2.1');
  expect(
    await salience('up', '--no-chat', '--home', join(folder, 'elsewhere'), '--port', `${port}`),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot listen on 192.0.2.1'),
  });
  vi.unstubAllEnvs();
}, 60_000);

test('a home that cannot be written says what to do', async () => {
  writeFileSync(join(folder, 'file'), '');
  const { code, err } = await salience('up', '--no-chat', '--home', join(folder, 'file', 'home'));
  expect(code).toBe(1);
  expect(err).toMatch(/A part of that path is a file: move it away/);
});
