import { answerOf, type HostileMcp, hostileMcpProgram, startHostileMcp, until } from '@salience/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createMcp, type Mcp, parseMcpConfig } from '../src/index.ts';

const open: Mcp[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mcp) => mcp.close()));
});

const nested = (inside: string, outside: readonly [string, string], levels: number): string =>
  outside[0].repeat(levels) + inside + outside[1].repeat(levels);
const lists = ['[', ']'] as const;
const fields = ['{"a":', '}'] as const;
const tool = (name: string, schema = '{"type":"object"}', more = ''): string =>
  `{"name":${JSON.stringify(name)},"inputSchema":${schema}${more}}`;
const listOf = (...tools: string[]): string => answerOf(`{"tools":[${tools.join(',')}]}`);
const words = (text: string): string => answerOf(JSON.stringify({ content: [{ type: 'text', text }] }));
const good = tool('good');
const hello = words('hello');

const kinds = {
  stdio: (script: Parameters<typeof hostileMcpProgram>[0]) => hostileMcpProgram(script),
  HTTP: startHostileMcp,
};
type Kind = keyof typeof kinds;

async function client(kind: Kind, list: string, calls: Record<string, string> = {}, settings: object = {}) {
  const server: HostileMcp = await kinds[kind]({ list, calls: { good: hello, ...calls } });
  const told: { fields: object; message: string }[] = [];
  const log = (about: object, message: string): void => void told.push({ fields: about, message });
  const mcp = createMcp({
    servers: parseMcpConfig(
      JSON.stringify({ mcpServers: { evil: { ...server.config, ...settings } } }),
      'test',
    ),
    log: { debug: log, info: log, warn: log },
    connectWaitMs: 20_000,
    onLate: () => undefined,
  });
  open.push(mcp);
  const call = (name: string, args: Record<string, unknown> = {}, timeoutMs = 5_000) =>
    mcp.call({
      tool: `evil__${name}`,
      arguments: args,
      idempotencyKey: 'key',
      signal: new AbortController().signal,
      timeoutMs,
    });
  const offered = async (): Promise<string[]> => (await mcp.tools()).map(({ remoteName }) => remoteName);
  return { mcp, server, call, offered, told };
}

/** Definitions of which each uses the next one twice. */
const doubling = (levels: number): string => {
  const defs = Array.from({ length: levels }, (_, n) => {
    const next = `{"$ref":"#/$defs/d${n + 1}"}`;
    return `"d${n}":${n === levels - 1 ? '{"type":"string"}' : `{"allOf":[${next},${next}]}`}`;
  });
  return `{"type":"object","properties":{"x":{"$ref":"#/$defs/d0"}},"$defs":{${defs.join(',')}}}`;
};

describe.each(Object.keys(kinds) as Kind[])('a hostile tool server over %s', (kind) => {
  it.each([
    [
      '20,000 levels deep',
      nested('{}', ['{"properties":{"a":', '}}'], 20_000).replace('{', '{"type":"object",'),
    ],
    ['whose definitions double sixty times', doubling(60)],
    ['that refers to itself at the same place', '{"type":"object","$ref":"#"}'],
    [
      'that doubles at each level of the value',
      '{"type":"object","properties":{"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}',
    ],
    ['with half a character', '{"type":"object","properties":{"a":{"enum":["\\ud800"]}}}'],
    ['that is none', '{"type":"object","properties":{"a":{"type":7}}}'],
  ])('threat: a schema %s costs its tool alone, at once', async (_name, schema) => {
    const { offered, call } = await client(kind, listOf(tool('bad', schema), good));
    const startedAt = performance.now();
    expect(await offered()).toEqual(['good']);
    expect(await call('good')).toMatchObject({ outcome: 'succeeded', text: 'hello' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('threat: a large definition that is named a thousand times is read at once', async () => {
    const { offered } = await client(kind, listOf(tool('wide', wide(1_000)), good));
    const startedAt = performance.now();
    expect(await offered()).toEqual(['good', 'wide']);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it.each([
    ['nested 20,000 deep', answerOf(`{"content":[],"structuredContent":${nested('', lists, 20_000)}}`)],
    ['nested 100 deep', answerOf(`{"content":[],"structuredContent":${nested('1', fields, 100)}}`)],
    [
      'of half a million lists',
      answerOf(`{"content":[],"structuredContent":{"a":${nested('', lists, 500_000)}}}`),
    ],
    ['of 20,000 values', answerOf(`{"content":[],"structuredContent":{"a":[${'1,'.repeat(20_000)}1]}}`)],
    ['of two MiB', words('x'.repeat(2_097_152))],
    ['with contents that are none', answerOf('{"content":[1,null,"x"]}')],
    ['that is no object', answerOf('{"content":{"type":"text"},"isError":"yes"}')],
  ])(
    'threat: a result %s is one call’s: it cannot be read, is not asked for again, and the next one can',
    async (_name, result) => {
      const list = listOf(tool('read'), tool('write'), good);
      const tools = { read: { tier: 'observe' }, write: { tier: 'act' } };
      const { call, server } = await client(kind, list, { read: result, write: result }, { tools });
      expect(await call('read')).toMatchObject({ outcome: 'failed', transient: false });
      expect(server.asked('tools/call read')).toBe(1);
      // What changes something has perhaps been done.
      expect(await call('write')).toMatchObject({ outcome: 'unknown', transient: false });
      const next = await until(
        async () => {
          const result = await call('good');
          return result.outcome === 'succeeded' ? result : undefined;
        },
        { what: 'the next call' },
      );
      expect(next.text).toBe('hello');
    },
  );

  it.each([
    ['is no JSON', 'no JSON at all {'],
    ['is nested without end', answerOf(`{"tools":${nested('', lists, 300_000)}}`)],
    ['is no list', answerOf('{"tools":7}')],
    ['is an error', '{"jsonrpc":"2.0","id":$ID,"error":{"code":-32000,"message":"no"}}'],
    [
      'is larger than a MiB',
      listOf(tool('big', `{"type":"object","description":"${'x'.repeat(2_097_152)}"}`)),
    ],
  ])(
    'threat: a list of tools that %s costs its server alone: the others offer theirs',
    async (_name, list) => {
      const bad: HostileMcp = await kinds[kind]({ list, calls: {} });
      const other = hostileMcpProgram({ list: listOf(good), calls: { good: hello } });
      const servers = parseMcpConfig(
        JSON.stringify({ mcpServers: { bad: bad.config, other: other.config } }),
        'test',
      );
      const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
      const mcp = createMcp({ servers, log: quiet, connectWaitMs: 3_000, onLate: () => undefined });
      open.push(mcp);
      const names = await until(
        async () => {
          const tools = await mcp.tools();
          return tools.length > 0 ? tools.map(({ name }) => name) : undefined;
        },
        { what: 'the other server' },
      );
      expect(names).toEqual(['other__good']);
    },
  );

  it('threat: pages of broken tools do not go on for ever', async () => {
    const { offered, server } = await client(kind, answerOf('{"tools":[7],"nextCursor":"again"}'));
    expect(await offered()).toEqual([]);
    expect(server.asked('tools/list')).toBeLessThanOrEqual(512);
  });

  it('threat: odd names, numbers and characters stay what they are and change nothing of ours', async () => {
    const odd = ['__proto__', 'constructor', 'toString', 'a\u0000b', '\u202e\u200b', 'x'.repeat(256)];
    const oddAnswer = answerOf(
      '{"content":[{"type":"text","text":"a\\u0000b \\ud800 c"}],"__proto__":{"isError":true,"polluted":1},' +
        '"structuredContent":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"n":1e999}}',
    );
    const list = listOf(
      good,
      ...odd.map((name) =>
        tool(name, '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}'),
      ),
    );
    const { call, mcp } = await client(kind, list, Object.fromEntries(odd.map((name) => [name, oddAnswer])));
    const tools = await mcp.tools();
    expect(tools).toHaveLength(odd.length + 1);
    for (const { name } of tools) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      const args = JSON.parse('{"__proto__":"x","constructor":{"a":1}}') as Record<string, unknown>;
      const { text } = await call(name.replace('evil__', ''), args);
      expect(text).not.toContain('\0');
      expect(text.isWellFormed()).toBe(true);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('threat: whatever comes, neither the list nor a call throws, and the server’s next sane words are used', async () => {
    const { call, offered, server } = await client(kind, listOf(good, tool('wild')));
    expect(await offered()).toContain('wild');
    const json = fc.json({ maxDepth: 5 });
    const wild = fc.oneof(
      json.map(answerOf),
      json.map((value) => answerOf(`{"content":[${value}],"structuredContent":${value},"isError":${value}}`)),
      json.map(
        (value) =>
          `{"jsonrpc":"2.0","id":"$ID","result":{"content":[{"type":"text","text":"s"}],"_meta":${value}}}`,
      ),
      json.map((value) => `${answerOf(value)}${kind === 'stdio' ? `\n${answerOf(value)}` : ''}`),
      fc.nat(200_000).map((levels) => answerOf(nested('', lists, levels))),
      fc
        .nat(50_000)
        .map((levels) =>
          answerOf(`{"content":[{"type":"text","text":"","x":${nested('1', fields, levels)}}]}`),
        ),
      json.map((value) => `{"jsonrpc":"2.0","id":$ID,"error":${value}}`),
      json.map(
        (value) =>
          `{"jsonrpc":"2.0","id":$ID,"error":{"code":1e999,"message":"\\u0000\\ud800","data":${value}}}`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(wild, json, async (answer, schema) => {
        server.says({
          list: listOf(
            good,
            tool('wild'),
            tool('other', `{"type":"object","properties":${schema},"$defs":${schema}}`),
          ),
          calls: { good: hello, wild: answer },
        });
        const result = await call('wild', { a: 1 }, 200);
        expect(['succeeded', 'failed', 'timed_out', 'unknown']).toContain(result.outcome);
        expect(result.text.isWellFormed() && !result.text.includes('\0')).toBe(true);
        await offered();
      }),
      { numRuns: 40 },
    );
    expect(await call('good')).toMatchObject({ outcome: 'succeeded', text: 'hello' });
  });
});

describe('a hostile tool server', () => {
  it('threat: a storm of notices that its tools changed is one line of the log, and few lists', async () => {
    const notice = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
    const storm = `${`${notice}\n`.repeat(500)}${hello}`;
    const { call, offered, server, told } = await client('stdio', listOf(good, tool('storm')), { storm });
    await offered();
    expect(await call('storm')).toMatchObject({ outcome: 'succeeded' });
    for (let n = 0; n < 50; n += 1) await offered();
    expect(server.asked('tools/list')).toBeLessThanOrEqual(3);
    expect(told.filter(({ message }) => message.includes('changed its tools')).length).toBeLessThanOrEqual(2);
  });

  it('threat: a flood of messages that nobody asked for ends its connection, and it is left alone for a while', async () => {
    const notice = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';
    const flood = `${`${notice}\n`.repeat(5_000)}${hello}`;
    const { call, offered, mcp, told } = await client('stdio', listOf(good, tool('flood')), { flood });
    await offered();
    expect((await call('flood')).outcome).toBe('unknown');
    expect(told.filter(({ message }) => message.includes('more than anybody asked for'))).toHaveLength(1);
    await until(() => mcp.states()['evil'] === 'away', { what: 'its end' });
    expect(await call('good')).toMatchObject({ outcome: 'failed', transient: true });
  });
});

/** A definition with many fields, named by as many others. */
function wide(count: number): string {
  const many = (of: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => of(n)).join(',');
  return `{"type":"object","properties":{${many((n) => `"p${n}":{"$ref":"#/$defs/d"}`)}},"$defs":{"d":{"properties":{${many((n) => `"q${n}":{}`)}}}}}`;
}
