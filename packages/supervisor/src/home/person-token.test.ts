import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { homeAt } from './home.ts';
import { keptPersonToken, readPersonToken } from './person-token.ts';

const folder = mkdtempSync(join(tmpdir(), 'salience-person-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('is made once, kept over restarts, and readable for its owner only', () => {
  const home = homeAt(folder);
  expect(readPersonToken(home)).toBeUndefined();
  writeFileSync(home.personFile, 'damaged', { mode: 0o644 });
  expect(readPersonToken(home)).toBeUndefined();
  const token = keptPersonToken(home);
  expect(token).toMatch(/^pt_[\w-]{43}$/);
  expect([keptPersonToken(home), readPersonToken(home)]).toEqual([token, token]);
  expect(statSync(home.personFile).mode & 0o777).toBe(0o600);
});
