import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import type { ToolSpec } from '@salience/act';
import { allowServers, agentSettingsSchema, importAgent, loadIdentity } from '@salience/database/agents';
import { findIsolation } from '@salience/mcp';
import {
  backends,
  type PeekReport,
  peekingMcpProgram,
  scratchFolder,
  startFakeMcpServer,
  until,
} from '@salience/testing';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { capabilitiesOf } from '../src/capabilities.ts';
import { type LaneWorld, laneWorld } from './lane-world.ts';

const path = 'skills/peeker/SKILL.md';
const isolation = findIsolation({ homes: join(scratchFolder('homes'), 'homes') });
const secret = 'canary-of-the-tracker';

let world: LaneWorld;
beforeAll(async () => {
  vi.stubEnv('OPENAI_API_KEY', 'canary-of-ours');
  world = await laneWorld(backends()[0] ?? 'postgres', {
    isolation,
    privateHosts: [{ host: '127.0.0.1' }],
    skillEnv: {
      peeker: { PEEK_TOKEN: secret, UNNAMED: 'canary-unnamed' },
      other: { PEEK_OTHER: 'canary-other' },
    },
  });
});

const skill = (server: object) =>
  `---\n${JSON.stringify({ name: 'peeker', description: 'Looks around.', server })}\n---\nLook.\n`;
const operator = () => world.database.connect('salience_operator');

/** Replaces the agent's workspace by this file, or by nothing. */
const importFile = (content?: string) =>
  importAgent(operator(), world.agentId, {
    persona: 'Calm.',
    settings: agentSettingsSchema.parse({}),
    files: content === undefined ? [] : [{ path, content }],
  });
const allow = (content: string, yes = true) =>
  allowServers(operator(), world.agentId, [{ path, content }], { allow: yes });

/** The servers that digest may start for the agent, as it reads them. */
const allowed = async () =>
  capabilitiesOf((await loadIdentity(world.deps.db, world.agentId))?.files ?? []).servers;
const toolbox = async () => world.deps.tools.toolbox({ agentId: world.agentId, servers: await allowed() });
const named = async (name: string): Promise<ToolSpec | undefined> =>
  (await toolbox()).specs.find((spec) => spec.name === name);

async function callOf(tool: string, args: Readonly<Record<string, unknown>> = {}) {
  const { dispatch } = await toolbox();
  return dispatch({
    tool,
    arguments: args,
    idempotencyKey: `key ${(keys += 1)}`,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    step: { turn: { agent_id: world.agentId, thread_id: 'thr' }, snapshot: {} } as never,
    runId: 'turn_by_hand' as never,
    n: 0,
  });
}
let keys = 0;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe.runIf(isolation.kind !== 'none')('a program that a capability brings', () => {
  const folder = scratchFolder('peeked');
  // Whatever account it has, it could note its start here.
  chmodSync(folder, 0o777);
  const report = join(folder, 'report.json');
  const program = peekingMcpProgram({ read: [`/proc/${process.pid}/environ`] });
  const server = { ...program, env: ['PEEK_TOKEN', 'OPENAI_API_KEY', 'UNSET'] };

  it('threat: a program that a skill brings is not started before somebody allowed exactly its text (law 11)', async () => {
    const noted = peekingMcpProgram({ report });
    await importFile(skill({ ...noted, env: [] }));
    expect(await allowed()).toEqual([]);
    expect(await named('peeker__peek')).toBeUndefined();
    expect(existsSync(report)).toBe(false);
  });

  it('threat: a program that a skill brings gets the variables that its file names and an operator gave to it, and no other', async () => {
    await importFile(skill(server));
    expect(await allow(skill(server))).toEqual([path]);
    await until(async () => (await named('peeker__peek')) !== undefined, {
      what: 'the tool to be offered',
      timeoutMs: 20_000,
    });
    const peeked = JSON.parse((await callOf('peeker__peek')).text) as PeekReport;
    expect(peeked.variables).toContain('PEEK_TOKEN');
    for (const name of ['OPENAI_API_KEY', 'UNNAMED', 'PEEK_OTHER', 'UNSET', 'DATABASE_URL'])
      expect(peeked.variables).not.toContain(name);
    expect(peeked.canaries).toEqual([]);
  });

  it('brings names and types of its tools, and no word of theirs (law 10)', async () => {
    const spec = await named('peeker__peek');
    expect(spec).toMatchObject({ external: true, tier: 'act', gated: { known: false } });
    expect(spec?.description).not.toContain('Looks');
    expect((await callOf('peeker__peek')).trust).toBe('external');
  });

  it('threat: a program that a skill brings is ended when its file changes, and asked for again', async () => {
    const changed = skill({ ...server, env: [] });
    await importFile(changed);
    expect(await allowed()).toEqual([]);
    expect(await world.deps.tools.tend(allowed)).toBe(1);
    expect(await named('peeker__peek')).toBeUndefined();
    expect(await allow(skill(server))).toEqual([]);
    expect(await allowed()).toEqual([]);
    // A yes is for one text under one name: that very text has it still.
    await importFile(skill(server));
    expect(await allowed()).toHaveLength(1);
    // Where the file went, the yes went with it.
    await importFile();
    await importFile(skill(server));
    expect(await allowed()).toEqual([]);
  });
});

describe('a server at an address that a capability brings', () => {
  it('is used once allowed, by its agent alone, and no more once that is taken back', async () => {
    const { journal, url } = await startFakeMcpServer();
    await importFile(skill({ url }));
    expect(await named('peeker__echo')).toBeUndefined();
    await allow(skill({ url }));
    await until(async () => (await named('peeker__echo')) !== undefined, {
      what: 'the tool to be offered',
      timeoutMs: 20_000,
    });
    expect(await callOf('peeker__note', { text: 'a line' })).toMatchObject({
      outcome: 'succeeded',
      trust: 'external',
    });
    expect(readFileSync(journal, 'utf8')).toContain('a line');
    const other = await world.deps.tools.toolbox({ agentId: 'agent_other' as never, servers: [] });
    expect(other.specs.map(({ name }) => name)).not.toContain('peeker__echo');
    await allow(skill({ url }), false);
    expect(await named('peeker__echo')).toBeUndefined();
    expect(await callOf('peeker__note', { text: 'another line' })).toMatchObject({ outcome: 'failed' });
    expect(readFileSync(journal, 'utf8')).not.toContain('another line');
  });

  it('threat: is not connected to where its name leads to this machine, over https either', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    listener.listen(0, 'localhost');
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const content = skill({ url: `https://localhost:${(listener.address() as AddressInfo).port}/mcp` });
    await importFile(content);
    await allow(content);
    expect(await allowed()).toHaveLength(1);
    // It answers once the attempt has ended.
    expect(await named('peeker__echo')).toBeUndefined();
    expect(connections).toBe(0);
  });

  it.each([
    ['a user in it', 'https://ann:pw@tracker.test/mcp'],
    ['another protocol', 'file:///etc/passwd'],
    ['plain text beyond this machine', 'http://tracker.test/mcp'],
    ['another name for this machine', 'http://127.0.0.1.tracker.test/mcp'],
  ])('is refused with %s', async (_, url) => {
    await importFile(skill({ url }));
    const { problems, servers } = capabilitiesOf([
      { path, content: skill({ url }), vouched: true, allowed: true },
    ]);
    expect(servers).toEqual([]);
    expect(problems.join()).toContain('server');
  });
});

it('the process of a server ends when its file goes', async () => {
  if (isolation.kind !== 'account') return;
  const content = skill({ ...peekingMcpProgram(), env: [] });
  await importFile(content);
  await allow(content);
  await until(async () => (await named('peeker__peek')) !== undefined, {
    what: 'the tool to be offered',
    timeoutMs: 20_000,
  });
  const before = childrenOf(process.pid);
  expect(before.length).toBeGreaterThan(0);
  await importFile();
  expect(await world.deps.tools.tend(allowed)).toBe(1);
  await until(() => Promise.resolve(before.some((pid) => !isAlive(pid))), {
    what: 'its process to end',
    timeoutMs: 10_000,
  });
});

/** Processes that this one started. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return listed === '' ? [] : listed.split(' ').map(Number);
}
