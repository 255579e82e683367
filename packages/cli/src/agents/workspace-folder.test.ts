import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAgentFolder, writeAgentFolder } from './workspace-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-agent-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const agent = {
  persona: 'You are Ada.\n\nYou like short answers.',
  settings: { midRun: 'reject' },
  files: [
    { path: 'people/ana.md', content: '# Ana\n' },
    { path: 'skills/mail/SKILL.md', content: 'ünïcode ✓' },
  ],
};

test('what is written is read back, byte for byte', async () => {
  const target = join(folder, 'ada');
  await writeAgentFolder(target, agent);
  expect(await readAgentFolder(target)).toEqual(agent);
});

const goal = {
  goal: 'Ship it',
  priority: 90,
  context: null,
  status: 'active',
  trust: 'owner',
  created_at: '2030-03-01T12:00:00Z',
  updated_at: '2030-03-01T12:00:00Z',
  completed_at: null,
} as const;
const thought = (content: string) => ({
  channel: '10',
  thought_type: 'question',
  content,
  trigger_message_id: null,
  trigger_author: null,
  trigger_content: null,
  rule: 'given',
  trust: 'owner' as const,
  created_at: '2030-03-01T12:00:00Z',
});

test('goals and thoughts travel along; of very many thoughts the newest', async () => {
  const [few, many] = [join(folder, 'few'), join(folder, 'many')];
  const mind = { goals: [goal], monologue: [thought('Who tests it?')] };
  await writeAgentFolder(few, { ...agent, mind });
  expect((await readAgentFolder(few)).mind).toEqual(mind);
  const monologue = Array.from({ length: 400 }, (_, n) => thought(`${n} ${'x'.repeat(15_000)}`));
  const left = await writeAgentFolder(many, { ...agent, mind: { goals: [goal], monologue, left_out: 7 } });
  const read = (await readAgentFolder(many)).mind;
  expect(read?.goals).toEqual([goal]);
  expect(read?.monologue.at(-1)?.content).toMatch(/^399 /);
  expect(read?.monologue.length).toBeLessThan(400);
  expect(left).toBe(407 - Number(read?.monologue.length));
  expect(read?.left_out).toBe(left);
});

test('threat: a flood of thoughts that nobody vouches for crowds out none of the others', async () => {
  const flood = Array.from({ length: 400 }, (_, n) => ({
    ...thought(`${n} ${'x'.repeat(15_000)}`),
    trust: 'unverified' as const,
  }));
  const monologue = [thought('First.'), ...flood, thought('Last.')];
  await writeAgentFolder(join(folder, 'flooded'), { ...agent, mind: { goals: [], monologue } });
  const read = (await readAgentFolder(join(folder, 'flooded'))).mind?.monologue;
  expect([read?.at(0)?.content, read?.at(-1)?.content]).toEqual(['First.', 'Last.']);
});

test('threat: a goal that raises its own trust, or is none, is refused', async () => {
  await writeAgentFolder(join(folder, 'ada'), agent);
  for (const bad of [
    { ...goal, trust: 'system' },
    { ...goal, priority: 101 },
    { ...goal, more: 1 },
  ]) {
    writeFileSync(join(folder, 'ada', 'mind.json'), JSON.stringify({ goals: [bad], monologue: [] }));
    await expect(readAgentFolder(join(folder, 'ada'))).rejects.toMatchObject({
      code: 'agent.folder-invalid',
    });
  }
});

test('threat: an exported agent can be read by nobody else on the machine, in whatever folder', async () => {
  const [fresh, there] = [join(folder, 'new'), join(folder, 'there')];
  mkdirSync(there);
  chmodSync(there, 0o777);
  for (const target of [fresh, there]) {
    await writeAgentFolder(target, agent);
    const all = ['.', ...readdirSync(target, { recursive: true }).map(String)];
    expect(all.filter((path) => (statSync(join(target, path)).mode & 0o077) !== 0)).toEqual([]);
  }
});

test('a folder that holds something is not overwritten', async () => {
  writeFileSync(join(folder, 'mine.md'), 'x');
  await expect(writeAgentFolder(folder, agent)).rejects.toMatchObject({ code: 'agent.folder-exists' });
});

test('threat: a path that leads out of the folder is refused', async () => {
  const evil = { ...agent, files: [{ path: '../../evil.md', content: 'x' }] };
  await expect(writeAgentFolder(join(folder, 'ada'), evil)).rejects.toMatchObject({
    code: 'agent.folder-invalid',
  });
});

test('hidden folders, other files and links are left out', async () => {
  await writeAgentFolder(join(folder, 'ada'), { ...agent, files: [] });
  mkdirSync(join(folder, 'ada', '.git'));
  writeFileSync(join(folder, 'ada', '.git', 'x.md'), 'x');
  writeFileSync(join(folder, 'ada', 'notes.txt'), 'x');
  writeFileSync(join(folder, 'secret'), 'x');
  symlinkSync(join(folder, 'secret'), join(folder, 'ada', 'link.md'));
  expect((await readAgentFolder(join(folder, 'ada'))).files).toEqual([]);
});

test('threat: a linked folder is not followed, and a linked persona or settings file is not read', async () => {
  const target = join(folder, 'ada');
  await writeAgentFolder(target, { ...agent, files: [] });
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside', 'secret.md'), 'secret');
  symlinkSync(join(folder, 'outside'), join(target, 'people'));
  expect((await readAgentFolder(target)).files).toEqual([]);
  rmSync(join(target, 'settings.json'));
  symlinkSync(join(folder, 'outside', 'secret.md'), join(target, 'settings.json'));
  expect((await readAgentFolder(target)).settings).toEqual({});
  rmSync(join(target, 'agent.md'));
  symlinkSync(join(folder, 'outside', 'secret.md'), join(target, 'agent.md'));
  await expect(readAgentFolder(target)).rejects.toThrow(/there is no agent\.md/);
});

test.each(['agent.md', 'settings.json', 'people/ana.md'])(
  'threat: %s that claims to be huge is refused before it is read',
  async (path) => {
    const target = join(folder, 'ada');
    await writeAgentFolder(target, agent);
    truncateSync(join(target, path), 20 * 1024 ** 3);
    await expect(readAgentFolder(target)).rejects.toThrow(`${path} is larger than`);
  },
);

test('threat: many files that are large only together are refused', async () => {
  const target = join(folder, 'ada');
  const files = Array.from({ length: 40 }, (_, n) => ({
    path: `notes/${n}.md`,
    content: 'x'.repeat(200_000),
  }));
  await writeAgentFolder(target, { ...agent, files });
  await expect(readAgentFolder(target)).rejects.toThrow(/bytes together/);
});

test('a folder without a persona says what is missing', async () => {
  await expect(readAgentFolder(folder)).rejects.toThrow(/there is no agent\.md/);
});

test('settings that are no object are refused', async () => {
  writeFileSync(join(folder, 'agent.md'), 'x');
  writeFileSync(join(folder, 'settings.json'), '[1');
  await expect(readAgentFolder(folder)).rejects.toThrow(/settings\.json is not a JSON object/);
});
