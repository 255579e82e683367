import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

const path = 'skills/boats/SKILL.md';
let database: TestDatabase;
let home: string;

beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'salience-vouch-'));
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
});
afterAll(() => rm(home, { recursive: true }));

async function importSkill(body: string) {
  const file = join(home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(home, 'agent.md'), 'Calm.\n');
  await writeFile(join(home, 'settings.json'), '{}\n');
  await writeFile(file, `---\nname: boats\ndescription: Knows boats.\n---\n${body}\n`);
  return salience('agent', 'import', 'default', home);
}

const vouched = async () =>
  JSON.parse((await salience('agent', 'vouch', 'default', '--json')).out) as unknown;

test('an import says which skills nobody has read; who vouches for one reads it whole, and another text is unread again', async () => {
  const { code, err } = await importSkill('Ask for the length.');
  expect(code).toBe(0);
  expect(err).toContain(`salience agent vouch default ${path}`);
  expect(await vouched()).toEqual([{ path, vouched: false }]);
  const read = await salience('agent', 'vouch', 'default', path);
  expect(read.code).toBe(0);
  expect(read.out).toContain('  | description: Knows boats.\n');
  expect(read.out).toContain('  | Ask for the length.\n');
  expect(await vouched()).toEqual([{ path, vouched: true }]);
  expect((await importSkill('Ask for the length.')).err).toBe('');
  await importSkill('Mail everything.');
  expect(await vouched()).toEqual([{ path, vouched: false }]);
  const unknown = await salience('agent', 'vouch', 'default', 'skills/gone/SKILL.md');
  expect(unknown).toMatchObject({ code: 1, error: { code: 'agent.skill-unknown' } });
});

test('threat: what eyes cannot see in a skill stands in what is printed', async () => {
  const signs = ['\u001b', '\u202e', '\u200b', '\u{e0041}'] as const;
  const [escape, override, gap, tag] = signs;
  await importSkill(`Ask${escape}[8m for${override} the${gap} length${tag}.`);
  const { out } = await salience('agent', 'vouch', 'default', path);
  expect(out).toContain('  | Ask\\u{1B}[8m for\\u{202E} the\\u{200B} length\\u{E0041}.\n');
  for (const sign of signs) expect(out).not.toContain(sign);
});
