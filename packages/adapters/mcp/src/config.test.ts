import { describe, expect, it } from 'vitest';
import { parseMcpConfig, readMcpConfig } from './index.ts';

const parse = (servers: unknown, more: object = {}) =>
  parseMcpConfig(JSON.stringify({ mcpServers: servers, ...more }), 'servers.json');

describe('the configuration of tool servers', () => {
  it('takes the form that other programs use, and leaves their keys alone', () => {
    const servers = parse(
      {
        files: { command: 'npx', args: ['-y', 'some-server'], env: { TOKEN: 'x' } },
        'web search': {
          type: 'http',
          url: 'https://example.org/mcp',
          headers: { Authorization: 'Bearer x' },
        },
      },
      { theme: 'dark' },
    );
    expect(servers['files']).toMatchObject({
      command: 'npx',
      timeoutMs: 10_000,
      trustHints: false,
      tools: {},
    });
    expect(servers['web search']).toMatchObject({ url: 'https://example.org/mcp' });
  });

  it('takes what an operator says of single tools', () => {
    const tool = {
      tier: 'commit',
      commandArguments: ['command'],
      idempotent: true,
      timeoutMs: 5_000,
      confirm: [{ pattern: 'rm\\b', reason: 'it removes files' }],
    };
    expect(parse({ shell: { command: 'x', tools: { run: tool } } })['shell']?.tools['run']).toEqual({
      ...tool,
      enabled: true,
      private: false,
      cost: 1,
      block: [],
    });
  });

  it('leaves out a disabled server', () => {
    expect(parse({ off: { command: 'x', disabled: true } })).toEqual({});
  });

  it.each([
    [
      'a misspelt precaution',
      { a: { command: 'x', tools: { t: { teir: 'act' } } } },
      /mcpServers\.a\.tools\.t.*teir/,
    ],
    ['a tier that is none', { a: { command: 'x', tools: { t: { tier: 'safe' } } } }, /a\.tools\.t\.tier/],
    ['neither way to reach it', { a: { args: [] } }, /mcpServers\.a: expected either/],
    ['both ways to reach it', { a: { command: 'x', url: 'http://x' } }, /mcpServers\.a: expected either/],
    ['the old transport', { a: { type: 'sse', url: 'http://x' } }, /mcpServers\.a\.type: the old sse/],
    ['an address that is none', { a: { url: 'file:///x' } }, /mcpServers\.a\.url/],
    [
      'a pattern that is none',
      { a: { command: 'x', tools: { t: { block: [{ pattern: '(', reason: 'r' }] } } } },
      /block\.0\.pattern/,
    ],
    ['a name that is none', { '': { command: 'x' } }, /a name has 1 to 64/],
    ['a server that is none', { a: 'npx' }, /mcpServers\.a: expected either/],
    ['no servers', undefined, /the key mcpServers/],
  ])('names the place of %s', (_what, servers, message) => {
    expect(() => parse(servers)).toThrow(
      expect.objectContaining({ code: 'config.mcp', message: expect.stringMatching(message) }),
    );
  });

  it('names every problem at once, and never a value', () => {
    const secret = 'sk-very-secret';
    const broken = { a: { command: 'x', env: { KEY: secret, N: 1 } }, b: { url: secret } };
    expect(() => parse(broken)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/a\.env\.N[\s\S]*b\.url/) }),
    );
    expect(() => parse(broken)).not.toThrow(
      expect.objectContaining({ message: expect.stringContaining(secret) }),
    );
    expect(() => parseMcpConfig(`{"a": ${secret}`, 'x')).not.toThrow(
      expect.objectContaining({ message: expect.stringContaining(secret) }),
    );
  });

  it('says which file cannot be read', async () => {
    await expect(readMcpConfig('absent/servers.json')).rejects.toMatchObject({
      code: 'config.mcp',
      message: expect.stringMatching(/absent\/servers\.json[\s\S]*ENOENT/),
    });
  });
});
