import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIdentity } from '@salience/embedded';
import { until } from '@salience/testing';
import type { RecordedProcess } from '../src/home/run-file.ts';
import type { ProcessSpec, SupervisorEvent } from '../src/supervise/process-spec.ts';
import { Fleet } from '../src/supervise/fleet.ts';
import { stopSurvivors, survivors } from '../src/supervise/survivors.ts';

const APP = fileURLToPath(new URL('app-child.ts', import.meta.url));
const SUPERVISOR = fileURLToPath(new URL('supervisor-child.ts', import.meta.url));
const QUICK = { probeMs: 60, badLooksMax: 2, backoffMs: 20, graceMs: 200, readyPollMs: 20 };

let folder: string;
let events: SupervisorEvent[];
let fleet: Fleet | undefined;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-supervisor-'));
  events = [];
  children = [];
});

afterEach(async () => {
  await fleet?.stop({ stageMs: 100, forceMs: 1_000 });
  fleet = undefined;
  for (const child of children) child.kill('SIGKILL');
  await stopSurvivors(recorded(), 0);
  rmSync(folder, { recursive: true });
});

function app(name: string, stopStage = 0, traits = ''): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: [APP, name],
    program: APP,
    env: { APP_NAME: name, APP_TRAITS: traits, APP_NOTES: join(folder, 'notes'), NODE_NO_WARNINGS: '1' },
    apps: [{ name, settings: {}, healthPortVariable: 'APP_PORT' }],
    stopStage,
  };
}

function fleetOf(...processes: ProcessSpec[]): Fleet {
  fleet = new Fleet({ processes, logs: folder, timing: QUICK, onEvent: (event) => events.push(event) });
  return fleet;
}

function notes(): string[] {
  const file = join(folder, 'notes');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function recorded(): RecordedProcess[] {
  const file = join(folder, 'processes.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RecordedProcess[]) : [];
}

function pidOf(name: string): number {
  return fleet?.processes().find((process) => process.name === name)?.pid ?? 0;
}

function happened(kind: SupervisorEvent['kind'], name: string): SupervisorEvent[] {
  return events.filter((event) => event.kind === kind && event.name === name);
}

async function readyAgain(name: string): Promise<void> {
  await until(() => happened('ready', name).length > 1, { what: `${name} to be ready again` });
}

test('an app that crashes is started again', async () => {
  await fleetOf(app('one'), app('two')).start();
  const [one, two] = [pidOf('one'), pidOf('two')];
  process.kill(one, 'SIGKILL');
  await readyAgain('one');
  expect(pidOf('one')).not.toBe(one);
  expect(pidOf('two')).toBe(two);
  expect(happened('ended', 'one')).toMatchObject([{ how: 'signal SIGKILL' }]);
});

test('an app whose health address says that it is stuck is replaced', async () => {
  await fleetOf(app('one')).start();
  const port = notes()[0]!.split(' ').at(-1)!;
  await fetch(`http://127.0.0.1:${port}/stall`);
  await readyAgain('one');
  expect(happened('hung', 'one')).toMatchObject([{ reason: expect.stringContaining('no progress') }]);
});

test('an app that answers nothing any more is replaced by force', async () => {
  await fleetOf(app('one')).start();
  const one = pidOf('one');
  process.kill(one, 'SIGSTOP');
  await readyAgain('one');
  expect(processIdentity(one)).toBeUndefined();
});

test('an app that is suspected although it answers is replaced', async () => {
  let suspect = 0;
  fleet = new Fleet({
    processes: [app('one')],
    logs: folder,
    timing: QUICK,
    onEvent: (event) => events.push(event),
    suspect: (_name, pid) => Promise.resolve(pid === suspect ? 'its heartbeat is lost' : undefined),
  });
  await fleet.start();
  suspect = pidOf('one');
  await readyAgain('one');
  expect(happened('hung', 'one')).toMatchObject([{ reason: 'its heartbeat is lost' }]);
});

test('an app that waits for a server after a restart is let wait', { timeout: 120_000 }, async () => {
  fleet = new Fleet({
    processes: [app('one', 0, 'waits-later')],
    logs: folder,
    timing: { ...QUICK, startMs: 3_000, probeMs: 1_000 },
    onEvent: (event) => events.push(event),
  });
  await fleet.start();
  process.kill(pidOf('one'), 'SIGKILL');
  const looks = () => notes().filter((note) => note === 'one not ready').length;
  // At least 20 ms lie between two looks, so that these outlast the time for a start.
  await until(() => looks() > 3_000 / 20, { what: 'many looks', timeoutMs: 60_000 });
  expect(happened('hung', 'one')).toEqual([]);
  const port = notes()
    .findLast((note) => note.startsWith('one serves'))!
    .split(' ')
    .at(-1)!;
  await fetch(`http://127.0.0.1:${port}/server-is-back`);
  await readyAgain('one');
});

test('apps stop stage by stage', async () => {
  await fleetOf(app('last', 2), app('first', 0), app('middle', 1)).start();
  expect(await fleet?.stop()).toEqual([]);
  expect(notes().filter((note) => note.endsWith('SIGTERM'))).toEqual([
    'first SIGTERM',
    'middle SIGTERM',
    'last SIGTERM',
  ]);
});

test('an app that does not stop is named and ended by force', async () => {
  await fleetOf(app('calm'), app('stubborn', 0, 'stubborn')).start();
  const pid = pidOf('stubborn');
  expect(await fleet?.stop({ stageMs: 50, forceMs: 300 })).toEqual(['stubborn']);
  expect(processIdentity(pid)).toBeUndefined();
});

test('an app that never starts fails the start with its own words', async () => {
  await expect(fleetOf(app('fine'), app('broken', 0, 'broken')).start()).rejects.toThrow(
    /broken does not start \(exit code 7\)[^]*the configuration makes no sense/,
  );
});

/** Starts a supervisor in a process of its own, leading a process group as a shell's job does. */
async function supervisorProcess(...specs: ProcessSpec[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SUPERVISOR, folder, JSON.stringify(specs)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  children.push(child);
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve);
    child.once('exit', (code) => reject(new Error(`the supervisor ended with ${code ?? 'a signal'}`)));
  });
  return child;
}

test('SIGINT to the whole process group, twice, reaches only the supervisor, and everything stops', async () => {
  const supervisor = await supervisorProcess(app('one'), app('two', 1));
  const ended = new Promise((resolve) => supervisor.once('exit', resolve));
  process.kill(-(supervisor.pid ?? 0), 'SIGINT');
  process.kill(-(supervisor.pid ?? 0), 'SIGINT');
  expect(await ended).toBe(0);
  expect(survivors(recorded())).toEqual([]);
  expect(notes().filter((note) => note.includes('SIG'))).toEqual(['one SIGTERM', 'two SIGTERM']);
});

test('apps end by themselves when their supervisor is killed', async () => {
  const supervisor = await supervisorProcess(app('one'), app('two', 1));
  expect(survivors(recorded()).length).toBe(2);
  supervisor.kill('SIGKILL');
  await until(() => survivors(recorded()).length === 0, { what: 'the apps to end' });
  expect(
    notes()
      .filter((note) => note.endsWith('orphaned'))
      .sort(),
  ).toEqual(['one orphaned', 'two orphaned']);
});

test('a survivor of a killed supervisor is stopped by the next start, a stranger never', async () => {
  const supervisor = await supervisorProcess(app('survivor', 0, 'stubborn'));
  supervisor.kill('SIGKILL');
  await until(() => notes().includes('survivor orphaned'), { what: 'the app to notice' });
  const [left] = survivors(recorded());
  expect(left?.name).toBe('survivor');
  const self = { name: 'self', pid: process.pid, identity: processIdentity(process.pid) ?? '', program: APP };
  const recycled = { name: 'recycled', pid: process.pid, identity: `${process.pid}:1`, program: '' };
  expect(await stopSurvivors([...recorded(), self, recycled], 200)).toEqual(['survivor']);
  expect(survivors(recorded())).toEqual([]);
});
