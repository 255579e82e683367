import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import type { CheckTarget } from '../check-target.ts';
import { wrongValues } from './setting-values.ts';
import { checkSettings, knownVariables } from './settings.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-settings-'));
  file = join(folder, '.env');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The findings about an .env file with this text beside an environment. */
function look(text: string, environment: Record<string, string> = {}): Record<string, Finding> {
  writeFileSync(file, text);
  chmodSync(file, 0o600);
  return lookAgain(environment, Object.fromEntries(text.split('\n').map((line) => line.split('='))));
}

function lookAgain(environment: Record<string, string>, written: Record<string, string>) {
  const filled = Object.entries({ ...written, ...environment }).filter(
    ([name, value]) => name !== '' && value !== '',
  );
  const origin = { environment, file, effective: Object.fromEntries(filled) };
  const target = {
    context: { env: { origin } },
    run: undefined,
    holder: undefined,
  } as unknown as CheckTarget;
  return Object.fromEntries(checkSettings(target).map((finding) => [finding.check, finding]));
}

test('a name that nothing reads is told with the one that was meant', () => {
  const { 'settings.names': names } = look('SALIENCE_QUEUE=redis', { SALIENCE_TEST_REDIS_SERVER: '/x' });
  expect(names).toMatchObject({
    level: 'warn',
    says: 'Nothing reads SALIENCE_QUEUE (did you mean SALIENCE_QUEUES?).',
    fix: 'rename SALIENCE_QUEUE to SALIENCE_QUEUES',
  });
});

test("names of others are theirs, but a near miss in our own file is ours; roles' passwords are known", () => {
  expect(look('', { DATABSE_URL: 'x', HOME: '/x' })['settings.names']?.level).toBe('ok');
  expect(look('DATABSE_URL=x')['settings.names']?.fix).toBe('rename DATABSE_URL to DATABASE_URL');
  expect(look('SALIENCE_PASSWORD_DIGEST=abcdef')['settings.names']?.level).toBe('ok');
});

test('a wrong value is named with what is expected, without showing it', () => {
  const { 'settings.values': values } = look('DATABASE_URL=mysql://user:hidden@host/db\nPORT=eighty');
  expect(values?.level).toBe('problem');
  expect(values?.says).toMatch(/DATABASE_URL should be an address .*PORT should be a port/);
  expect(JSON.stringify(values)).not.toMatch(/hidden|eighty/);
});

test.each(['1999', '0', '-1', '2e3', 'large'])(
  'a window of %s tokens is told, with what fits and what to do',
  (window) => {
    const values = look(`SALIENCE_MODEL_WINDOW=${window}`)['settings.values'];
    expect(values).toMatchObject({
      level: 'problem',
      says: expect.stringContaining(
        'SALIENCE_MODEL_WINDOW should be a whole number from 2000 to 10000000 (tokens; empty where',
      ),
      fix: expect.stringContaining('correct SALIENCE_MODEL_WINDOW in .env'),
    });
    expect(look('SALIENCE_MODEL_WINDOW=2000')['settings.values']?.level).toBe('ok');
  },
);

test.each([
  ['twice', 'PORT=1\nPORT=2', {}, /sets PORT more than once/],
  ['overridden', 'PORT=3301', { PORT: '3302' }, /the environment wins/],
  ['empty', 'PORT=3301\nREDIS_URL=', {}, /sets 1 variable; 1 is empty, which means not set/],
])('a file with something %s says so', (_what, text, environment, says) => {
  expect(look(text, environment as Record<string, string>)['settings.file']?.says).toMatch(says);
});

test('a file with secrets that others can read is told with the command that closes it', () => {
  look('OPENAI_API_KEY=abcdef');
  chmodSync(file, 0o644);
  expect(lookAgain({}, { OPENAI_API_KEY: 'abcdef' })['settings.file']).toMatchObject({
    level: 'warn',
    fix: `chmod 600 '${file}'`,
  });
});

test('every default of .env.example is a usable value', () => {
  const known = knownVariables() ?? new Map<string, string>();
  expect(known.size).toBeGreaterThan(20);
  const defaults = Object.fromEntries([...known].filter(([, value]) => value !== ''));
  expect(wrongValues(known, defaults)).toEqual([]);
});
