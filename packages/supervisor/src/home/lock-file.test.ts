import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processIdentity } from '@salience/embedded';
import { lockHolder, takeLock } from './lock-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-lock-'));
  file = join(folder, 'supervisor.lock');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a second taker is told who has it', () => {
  const lock = takeLock(file, 'Salience');
  expect(() => takeLock(file, 'Salience')).toThrow(`already running (process ${process.pid}`);
  lock.release();
  expect(existsSync(file)).toBe(false);
  takeLock(file, 'Salience').release();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a dead process is cleared', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const identity = processIdentity(child.pid ?? 0);
  await new Promise((resolve) => child.once('exit', resolve));
  writeFileSync(file, JSON.stringify({ pid: child.pid, identity, since: 'then' }));
  expect(lockHolder(file)).toBeUndefined();
  takeLock(file, 'Salience').release();
});

test('the lock of a process whose number another program has now is cleared', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, identity: `${process.pid}:0`, since: 'then' }));
  takeLock(file, 'Salience').release();
});

test('a damaged lock is cleared', () => {
  writeFileSync(file, '{"pid":');
  takeLock(file, 'Salience').release();
});

test('releasing leaves the lock of somebody else alone', () => {
  const lock = takeLock(file, 'Salience');
  writeFileSync(file, 'taken over');
  lock.release();
  expect(existsSync(file)).toBe(true);
});
