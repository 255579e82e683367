import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { addressesFor, queueNamespace, type TestDatabase, testDatabase, until } from '@salience/testing';
import { handSettings, settingsVariable } from '@salience/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('two-apps-child.ts', import.meta.url));

let database: TestDatabase;
let queueEnv: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await testDatabase();
  ({ env: queueEnv } = await queueNamespace('postgres', database));
});
afterAll(() => database.close());

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  lines(): Record<string, unknown>[];
  said(service: string, msg: string): boolean;
}

/** Starts both apps in one process, each with its own role. */
function start(what: string): Running {
  const child = spawn(process.execPath, [CHILD, what], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', [settingsVariable]: '3' },
  });
  handSettings(child.stdio[3] as Writable, {
    scheduler: { ...addressesFor(database, 'salience_scheduler'), SALIENCE_SUPERVISED: '1', ...queueEnv },
    'pulse-sensor': {
      ...addressesFor(database, 'salience_pulse_sensor'),
      SALIENCE_SUPERVISED: '1',
      ...queueEnv,
    },
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const lines = (): Record<string, unknown>[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    child,
    ended: once(child, 'close').then(() => child.exitCode),
    lines,
    said: (service, msg) => lines().some((line) => line['service'] === service && line['msg'] === msg),
  };
}

test('two apps in one process stop one after the other, and the process ends well', async () => {
  const { child, ended, lines, said } = start('works');
  await until(() => said('scheduler', 'worker ready') && said('pulse-sensor', 'worker ready'), {
    what: 'both to be ready',
    timeoutMs: 30_000,
  });
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  const stops = lines().filter(({ msg }) => msg === 'worker stopped' || msg === 'service stopped');
  expect(stops.map(({ service, msg }) => `${String(service)}: ${String(msg)}`)).toEqual([
    'scheduler: service stopped',
    'scheduler: worker stopped',
    'pulse-sensor: service stopped',
    'pulse-sensor: worker stopped',
  ]);
}, 60_000);

test('they end with the supervisor whose pipe they hold', async () => {
  const { child, ended, said } = start('works');
  await until(() => said('scheduler', 'worker ready') && said('pulse-sensor', 'worker ready'), {
    what: 'both to be ready',
    timeoutMs: 30_000,
  });
  child.stdin?.end();
  expect(await ended).toBe(0);
}, 60_000);

test('what breaks in one app ends the process, in the words of that app', async () => {
  const { ended, lines } = start('breaks');
  expect(await ended).toBe(1);
  expect(lines().filter(({ msg }) => msg === 'worker broke')).toMatchObject([
    { service: 'scheduler', err: { message: 'it fell over' } },
  ]);
}, 60_000);

test('an app that cannot start ends the process', async () => {
  const { ended, lines } = start('cannot-start');
  expect(await ended).toBe(1);
  expect(lines().filter(({ msg }) => msg === 'worker could not start')).toMatchObject([
    { service: 'pulse-sensor', err: { message: 'it has no eyes' } },
  ]);
}, 60_000);
