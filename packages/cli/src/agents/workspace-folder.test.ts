import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

test('a folder that holds something is not overwritten', async () => {
  writeFileSync(join(folder, 'mine.md'), 'x');
  await expect(writeAgentFolder(folder, agent)).rejects.toMatchObject({ code: 'agent.folder-exists' });
});

test('a path that leads out of the folder is refused', async () => {
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

test('a folder without a persona says what is missing', async () => {
  await expect(readAgentFolder(folder)).rejects.toThrow(/there is no agent\.md/);
});

test('settings that are no object are refused', async () => {
  writeFileSync(join(folder, 'agent.md'), 'x');
  writeFileSync(join(folder, 'settings.json'), '[1');
  await expect(readAgentFolder(folder)).rejects.toThrow(/settings\.json is not a JSON object/);
});
