import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMcpConfig, writeVouches } from './index.ts';

const hash = 'ab'.repeat(32);
let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salience-vouches-'));
  file = join(folder, 'servers.json');
});
afterEach(() => rm(folder, { recursive: true }));

const config = {
  theme: 'dark',
  mcpServers: {
    files: { command: 'x', env: { TOKEN: 'secret' }, tools: { zoo: { tier: 'observe' }, read: { cost: 2 } } },
    bare: { url: 'https://example.org/mcp' },
    off: { command: 'y', disabled: true },
  },
  window: { width: 3 },
};

async function written(): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

describe('the word of an operator for a tool', () => {
  it('stands with the tool; everything else in the file stays, in its order', async () => {
    await writeFile(file, `${JSON.stringify(config)}\n`);
    await writeVouches(file, [
      { server: 'files', tool: 'read', hash },
      { server: 'bare', tool: 'search it', hash },
    ]);
    const { bare, files, off } = config.mcpServers;
    const tools = { zoo: files.tools.zoo, read: { ...files.tools.read, vouched: hash } };
    const expected = {
      ...config,
      mcpServers: {
        files: { ...files, tools },
        bare: { ...bare, tools: { 'search it': { vouched: hash } } },
        off,
      },
    };
    expect(await readFile(file, 'utf8')).toBe(`${JSON.stringify(expected, null, 2)}\n`);
    expect((await readMcpConfig(file))['files']?.tools['read']).toMatchObject({ cost: 2, vouched: hash });
    await writeVouches(file, [{ server: 'files', tool: 'read', hash: 'cd'.repeat(32) }]);
    expect((await readMcpConfig(file))['files']?.tools['read']?.vouched).toBe('cd'.repeat(32));
  });

  it.each([0o600, 0o640, 0o644])(
    'leaves the rights of the file (%o), its links and nothing beside it',
    async (mode) => {
      await writeFile(file, JSON.stringify(config));
      await chmod(file, mode);
      const link = join(folder, 'link.json');
      await symlink(file, link);
      await writeVouches(link, [{ server: 'files', tool: 'read', hash }]);
      expect((await stat(file)).mode & 0o7777).toBe(mode);
      expect((await readdir(folder)).toSorted()).toEqual(['link.json', 'servers.json']);
      expect((await readMcpConfig(link))['files']?.tools['read']?.vouched).toBe(hash);
    },
  );

  it.each([
    ['a tool of a server that is not there', { server: 'gone', tool: 'read', hash }],
    ['a tool of a server that is switched off', { server: 'off', tool: 'read', hash }],
    ['a name that is no place in a table', { server: 'files', tool: '__proto__', hash }],
    ['a hash that is none', { server: 'files', tool: 'read', hash: 'yes' }],
  ])('writes nothing for %s', async (_what, vouch) => {
    await writeFile(file, JSON.stringify(config));
    const all = [{ server: 'files', tool: 'zoo', hash }, vouch];
    await expect(writeVouches(file, all)).rejects.toMatchObject({ code: 'config.mcp' });
    expect(await written()).toEqual(config);
    expect(await readdir(folder)).toEqual(['servers.json']);
  });
});
