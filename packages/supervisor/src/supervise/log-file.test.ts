import { closeSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logTail, openLog, rotateOpenLog, sizeOf } from './log-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-log-'));
  file = join(folder, 'app.log');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a large log is put aside before it is opened', () => {
  writeFileSync(file, 'old\n'.repeat(10));
  closeSync(openLog(file, 20));
  expect(sizeOf(file)).toBe(0);
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('old');
});

test('the log of a running app is put aside under its open file', () => {
  const log = openLog(file, 1_000);
  writeSync(log, 'a'.repeat(30));
  expect(rotateOpenLog(file, 50)).toBe(false);
  expect(rotateOpenLog(file, 20)).toBe(true);
  writeSync(log, 'after');
  closeSync(log);
  expect(readFileSync(file, 'utf8')).toBe('after');
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('a'.repeat(30));
});

test('the tail of a log begins at a mark and keeps the last lines', () => {
  writeFileSync(file, 'earlier\n1\n2\n  3\n');
  expect(logTail(file, 8, 2)).toBe('2\n  3');
  expect(logTail(join(folder, 'none.log'))).toBe('');
});
