import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptPassword, keptPasswords } from './state-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-state-'));
  file = join(folder, 'state.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('law 7: each role has a password of its own, kept for the owner only', () => {
  const first = keptPasswords(file, ['a', 'b']);
  expect(first.a).not.toBe(first.b);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const later = keptPasswords(file, ['a', 'b', 'c']);
  expect(later).toMatchObject(first);
  expect(keptPassword(file, 'c')).toBe(later.c);
});

test('a damaged file is written afresh', () => {
  writeFileSync(file, 'not json');
  expect(keptPassword(file, 'a')).toBeUndefined();
  expect(keptPasswords(file, ['a']).a).toMatch(/^[0-9a-f]{48}$/);
});
