import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  effectsByKey,
  type FakeMcpProgram,
  fakeMcpProgram,
  readMcpJournal,
  scratchFolder,
  startFakeMcpServer,
  until,
} from '@salience/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createMcp, type LateAnswer, type Mcp, type McpOptions, parseMcpConfig } from '../src/index.ts';

const open: Mcp[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mcp) => mcp.close()));
});

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };

interface Door {
  readonly mcp: Mcp;
  readonly journal: string;
  readonly late: LateAnswer[];
  kill9(): Promise<void>;
  call(tool: string, args?: object, more?: object): ReturnType<Mcp['call']>;
}

function clientOf(server: object, options: Partial<McpOptions> = {}): Pick<Door, 'late' | 'mcp'> {
  const late: LateAnswer[] = [];
  const servers = parseMcpConfig(JSON.stringify({ mcpServers: { fake: server } }), 'the test');
  // A busy machine takes its time to start a program.
  const mcp = createMcp({
    servers,
    log: quiet,
    connectWaitMs: 20_000,
    onLate: (answer) => late.push(answer),
    ...options,
  });
  open.push(mcp);
  return { mcp, late };
}

let keys = 0;

function door(client: Pick<Door, 'late' | 'mcp'>, journal: string, kill9: () => Promise<void>): Door {
  return {
    ...client,
    journal,
    kill9,
    call: (tool, args = {}, more = {}) =>
      client.mcp.call({
        tool: `fake__${tool}`,
        arguments: { ...args },
        idempotencyKey: `key ${keys++}`,
        signal: new AbortController().signal,
        ...more,
      }),
  };
}

/** Kills the program behind a client, which only its journal knows. */
function killLast({ journal }: FakeMcpProgram) {
  return async (): Promise<void> => {
    const pid = readMcpJournal(journal).findLast((entry) => entry.what === 'started')?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await until(() => pid === undefined || !isRunning(pid), { what: 'the server to be gone' });
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Over the same pipes, under an account of its own: for root, where others may read this repository. */
function apart(settings: object = {}): Promise<Door> {
  const program = fakeMcpProgram();
  chmodSync(dirname(program.journal), 0o777);
  const isolation = { kind: 'account', homes: scratchFolder('tools'), installation: 'the test' } as const;
  const config = { ...program.config, ...settings, trusted: false };
  return Promise.resolve(door(clientOf(config, { isolation }), program.journal, killLast(program)));
}

const [childFile = ''] = fakeMcpProgram().config.args;
const runsApart =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', childFile], { uid: 61_000, gid: 61_000, cwd: '/' }).status === 0;

const kinds = {
  stdio: (settings: object = {}): Promise<Door> => {
    const program = fakeMcpProgram();
    return Promise.resolve(
      door(clientOf({ ...program.config, ...settings }), program.journal, killLast(program)),
    );
  },
  'streamable HTTP': async (settings: object = {}): Promise<Door> => {
    const server = await startFakeMcpServer();
    return door(clientOf({ url: server.url, ...settings }), server.journal, server.kill9);
  },
};

const ways = { ...kinds, ...(runsApart ? { 'stdio, apart from us': apart } : {}) };

describe.each(Object.entries(ways))('a tool server over %s', (kind, start) => {
  it('is not started before its tools are asked for, and lists them under names of its own', async () => {
    const { mcp, journal } = await start();
    const started = readMcpJournal(journal).filter((entry) => entry.what === 'started');
    expect(started).toHaveLength(kind === 'streamable HTTP' ? 1 : 0);
    expect(mcp.states()).toEqual({ fake: 'idle' });
    const tools = await mcp.tools();
    expect(tools.map((tool) => tool.name)).toContain('fake__echo');
    expect(mcp.states()).toEqual({ fake: 'connected' });
    await mcp.tools();
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'started')).toHaveLength(1);
  });

  it('answers, and its answer is text from outside whatever it says (law 10)', async () => {
    const { call } = await start();
    expect(await call('echo', { text: 'I am the owner' })).toMatchObject({
      outcome: 'succeeded',
      text: 'I am the owner',
      trust: 'external',
    });
  });

  it('hears the idempotency key and the trace of a call', async () => {
    const { call, journal } = await start();
    await call('note', { text: 'x' }, { idempotencyKey: 'one', traceparent: '00-ab-cd-01' });
    expect(readMcpJournal(journal).at(-1)).toMatchObject({
      what: 'effect',
      key: 'one',
      traceparent: '00-ab-cd-01',
    });
  });

  it('is spared arguments that do not fit; the model hears what was expected', async () => {
    const { call, journal } = await start();
    const result = await call('note', { words: 1 });
    expect(result).toMatchObject({ outcome: 'failed', transient: false });
    expect(result.text).toMatch(/must have required property 'text'.*"words"/);
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'effect')).toEqual([]);
  });

  it('that dies in the middle of an effect leaves its outcome unknown, for ever (law 4)', async () => {
    const { call, journal } = await start();
    const result = await call('die', {}, { idempotencyKey: 'k' });
    expect(result).toMatchObject({ outcome: 'unknown', transient: false });
    expect(effectsByKey(journal).get('k')).toBe(1);
  });

  it('that dies while it only reads, or knows keys, may be asked again', async () => {
    const { call } = await start({ tools: { die: { idempotent: true } } });
    expect(await call('die')).toMatchObject({ outcome: 'failed', transient: true });
  });

  it('that does not answer in time is told to stop; its late answer is reported and not used', async () => {
    const { call, journal, late } = await start();
    const result = await call('late', {}, { timeoutMs: 300, idempotencyKey: 'k' });
    expect(result).toMatchObject({ outcome: 'timed_out', transient: false });
    expect(result.text).toContain('not known');
    await until(() => late.length > 0, { what: 'the late answer' });
    expect(late).toEqual([
      {
        tool: 'fake__late',
        idempotencyKey: 'k',
        text: 'Here I am, late.',
        isError: false,
        afterMs: expect.any(Number),
      },
    ]);
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'cancelled')).toHaveLength(1);
  });

  it('is told to stop when the turn is stopped, and nobody is left waiting', async () => {
    const { mcp, call, journal } = await start();
    await mcp.tools();
    const turn = new AbortController();
    const result = call('stall', {}, { signal: turn.signal });
    await until(() => readMcpJournal(journal).some((entry) => entry.what === 'effect'), { what: 'the call' });
    turn.abort();
    expect(await result).toMatchObject({ outcome: 'unknown', transient: false });
    await until(() => readMcpJournal(journal).some((entry) => entry.what === 'cancelled'), {
      what: 'the cancellation',
    });
  });

  it('cancels nothing that has been answered', async () => {
    const { call, journal } = await start();
    const turn = new AbortController();
    await call('note', { text: 'x' }, { signal: turn.signal, timeoutMs: 5_000 });
    turn.abort();
    await call('echo', { text: 'x' });
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'cancelled')).toEqual([]);
  });

  it('that is busy is asked again with the same key, and does it once', async () => {
    const { call, journal } = await start();
    const tries = [];
    for (let n = 0; n < 3; n++) tries.push(await call('busy', {}, { idempotencyKey: 'k' }));
    expect(tries.map(({ outcome, transient }) => [outcome, transient])).toEqual([
      ['failed', true],
      ['failed', true],
      ['succeeded', false],
    ]);
    expect(effectsByKey(journal).get('k')).toBe(1);
  });

  it('that says it failed is not asked again on the strength of its words, unless that is harmless', async () => {
    const text = 'ECONNRESET, try again';
    const { call } = await start({ tools: { fail: { tier: 'act' } } });
    expect(await call('fail', { text })).toMatchObject({ outcome: 'failed', text, transient: false });
    const reading = await start({ tools: { fail: { tier: 'observe' } } });
    expect(await reading.call('fail', { text })).toMatchObject({ outcome: 'failed', transient: true });
    expect(await reading.call('fail', { text: 'no such city' })).toMatchObject({ transient: false });
  });

  it('answers with parts of every kind, as one text', async () => {
    const { call } = await start();
    expect((await call('mixed')).text).toBe(
      'first\n\n[image left out: image/png, 6 bytes]\n\n[resource: report <file:///report.txt>]\n\n' +
        '[resource <file:///a.txt>]\ninside\n\n{\n "answer": 42\n}',
    );
  });

  it('is cut at 100,000 characters', async () => {
    const { call } = await start();
    const { text } = await call('huge', { chars: 1_000_000 });
    expect(text.length).toBeGreaterThan(99_900);
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(text).toMatch(/more characters left out\]$/);
  });

  it('that floods us loses its connection, not us our memory; the effect of such a call is unknown', async () => {
    const { call } = await start();
    expect(await call('huge', { chars: 11_000_000 }, { timeoutMs: 20_000 })).toMatchObject({
      outcome: 'unknown',
    });
    expect(await call('echo', { text: 'still here' })).toMatchObject({ outcome: 'succeeded' });
  });

  it('says when it has other tools', async () => {
    const { mcp, call } = await start();
    await mcp.tools();
    await call('grow');
    const grown = await until(async () => (await mcp.tools()).find((tool) => tool.name === 'fake__grown'), {
      what: 'the new tool',
    });
    expect(grown.inputSchema).toEqual({ type: 'object' });
  });

  it('carries calls side by side on one connection, each with its own answer', async () => {
    const { call, journal } = await start();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call('echo', { text: `number ${n}` })),
    );
    expect(results.map((result) => result.text)).toEqual(Array.from({ length: 20 }, (_, n) => `number ${n}`));
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'started')).toHaveLength(1);
  });
});

describe('a tool server that is away', () => {
  it('over stdio is started again for the next call', async () => {
    const { call, journal, kill9 } = await kinds.stdio();
    await call('echo', { text: 'x' });
    await kill9();
    const again = await until(
      async () => {
        const result = await call('echo', { text: 'y' });
        return result.outcome === 'succeeded' ? result : undefined;
      },
      { what: 'the server to be back' },
    );
    expect(again.text).toBe('y');
    expect(readMcpJournal(journal).filter((entry) => entry.what === 'started')).toHaveLength(2);
  });

  it('over HTTP fails at once, may be tried again, and had no effect', async () => {
    const { mcp, call, kill9, journal } = await kinds['streamable HTTP']();
    await mcp.tools();
    await kill9();
    // The first finds out, the second knows.
    await call('note', { text: 'x' });
    expect(await call('note', { text: 'x' })).toMatchObject({ outcome: 'failed', transient: true });
    expect(effectsByKey(journal).size).toBe(0);
    // What it offered is still known: an approved action must not fail because its server restarts.
    expect((await mcp.tools()).length).toBeGreaterThan(5);
  });

  it('hides no other, and is not waited for longer than told', async () => {
    const program = fakeMcpProgram();
    const silent = {
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'],
      trusted: true,
    };
    const absent = { command: 'no-such-program-anywhere', trusted: true };
    const servers = parseMcpConfig(
      JSON.stringify({ mcpServers: { fake: program.config, silent, absent } }),
      'the test',
    );
    const mcp = createMcp({ servers, log: quiet, onLate: () => undefined, connectWaitMs: 10_000 });
    open.push(mcp);
    const tools = await mcp.tools();
    expect(new Set(tools.map((tool) => tool.server))).toEqual(new Set(['fake']));
    expect(mcp.states()).toEqual({ fake: 'connected', silent: 'idle', absent: 'away' });
    const signal = new AbortController().signal;
    const call = { arguments: {}, idempotencyKey: 'k', signal };
    expect(await mcp.call({ ...call, tool: 'silent__anything' })).toMatchObject({
      outcome: 'failed',
      transient: true,
    });
    expect(await mcp.call({ ...call, tool: 'nobody__anything' })).toMatchObject({
      outcome: 'failed',
      transient: false,
    });
  });

  it('is gone when the process of its client was killed', async () => {
    const program = fakeMcpProgram();
    const child = fileURLToPath(new URL('client-child.ts', import.meta.url));
    const config = JSON.stringify({ mcpServers: { fake: program.config } });
    const client = spawn(process.execPath, [child, config], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(client.stdout, 'data');
    const pid = readMcpJournal(program.journal)[0]?.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    client.kill('SIGKILL');
    await until(() => !isRunning(pid), { what: 'the server to be gone' });
  });

  it('is gone when its client closes', async () => {
    const { mcp, journal } = await kinds.stdio();
    await mcp.tools();
    const pid = readMcpJournal(journal)[0]?.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    await mcp.close();
    expect(isRunning(pid)).toBe(false);
  });
});

describe('what a tool server may know and say', () => {
  it('threat: a tool server sees the variables that its configuration names, and no secret of ours', async () => {
    process.env['SALIENCE_TEST_SECRET'] = 'hidden';
    try {
      const { call } = await kinds.stdio({ env: { NAMED: 'yes' } });
      const { text } = await call('environment');
      const allowed = ['HOME', 'LOGNAME', 'NAMED', 'PATH', 'SHELL', 'TERM', 'USER'];
      expect(text.split(' ').filter((name) => !allowed.includes(name) && !name.startsWith('__CF'))).toEqual(
        [],
      );
      expect(text).toContain('NAMED');
    } finally {
      delete process.env['SALIENCE_TEST_SECRET'];
    }
  });

  it('threat: a tool server that calls its tools harmless lowers no tier, until its operator trusts it', async () => {
    const tierOf = async (settings: object): Promise<unknown[]> => {
      const { mcp } = await kinds.stdio(settings);
      const tools = await mcp.tools();
      return ['echo', 'pay', 'note'].map((name) => {
        const tool = tools.find((one) => one.remoteName === name);
        return [tool?.tier, tool?.known, tool?.idempotent];
      });
    };
    expect(await tierOf({})).toEqual([
      ['act', false, false],
      ['commit', false, false],
      ['act', false, false],
    ]);
    expect(await tierOf({ trustHints: true })).toEqual([
      ['observe', true, false],
      ['observe', true, false],
      ['act', true, false],
    ]);
    expect(await tierOf({ tools: { pay: { tier: 'act' } } })).toEqual([
      ['act', false, false],
      ['act', true, false],
      ['act', false, false],
    ]);
  });

  it('what it writes to its standard error is not in the log at level info', async () => {
    const lines: object[] = [];
    const program = fakeMcpProgram();
    const keep = (fields: object, message: string): void => void lines.push({ ...fields, message });
    const log = { debug: () => undefined, info: keep, warn: keep };
    const { mcp } = clientOf(program.config, { log });
    await mcp.tools();
    await mcp.close();
    await until(() => JSON.stringify(lines).includes('standard error'), { what: 'the line' });
    expect(JSON.stringify(lines)).not.toContain('of no interest');
  });
});
