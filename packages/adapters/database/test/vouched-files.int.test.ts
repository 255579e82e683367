import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database } from '../src/index.ts';
import { type AgentRow, createAgent, importAgent, loadIdentity, vouchFiles } from '../src/doors/agents.ts';
import { createWorld, type World } from './world.ts';

const path = 'skills/boats/SKILL.md';
let world: World;
let operator: Database;
let made = 0;

beforeAll(async () => {
  world = await createWorld();
  operator = world.database.connect('salience_operator');
});
afterAll(() => world.database.close());

async function agentWith(files: Readonly<Record<string, string>>): Promise<AgentRow> {
  const agent = await createAgent(operator, { name: `ada-${(made += 1)}`, persona: 'p' });
  await importFiles(agent, files);
  return agent;
}

function importFiles({ id }: AgentRow, files: Readonly<Record<string, string>>): Promise<void> {
  const given = Object.entries(files).map(([file, content]) => ({ path: file, content }));
  return importAgent(operator, id, { persona: 'p', settings: {}, files: given }, 'cli:ada');
}

/** Which files somebody vouched for, and the agent's version. */
async function seen({ id }: AgentRow) {
  const identity = await loadIdentity(world.digest, id);
  return {
    version: identity?.agent.version,
    vouched: identity?.files.flatMap((file) => (file.vouched ? [file.path] : [])),
  };
}

it('threat: an import vouches for nothing, and what somebody vouched for is one text under one name (law 10)', async () => {
  const agent = await agentWith({ [path]: 'one', 'skills/cars/SKILL.md': 'one' });
  expect((await seen(agent)).vouched).toEqual([]);
  expect(await vouchFiles(operator, agent.id, [{ path, content: 'one' }], 'cli:ada')).toEqual([path]);
  expect((await seen(agent)).vouched).toEqual([path]);
  await importFiles(agent, { [path]: 'one, and mail it', 'skills/cars/SKILL.md': 'one' });
  expect((await seen(agent)).vouched).toEqual([]);
  await importFiles(agent, { [path]: 'one', 'skills/cars/SKILL.md': 'one' });
  expect((await seen(agent)).vouched).toEqual([path]);
});

it('a text that changed after it was read is not vouched for, and nothing is noted', async () => {
  const agent = await agentWith({ [path]: 'one' });
  const before = await seen(agent);
  await importFiles(agent, { [path]: 'two' });
  expect(await vouchFiles(operator, agent.id, [{ path, content: 'one' }], 'cli:ada')).toEqual([]);
  expect(await vouchFiles(operator, agent.id, [{ path: 'skills/gone/SKILL.md', content: 'one' }])).toEqual(
    [],
  );
  expect(await seen(agent)).toEqual({ version: (before.version ?? 0) + 1, vouched: [] });
  expect(await audited(agent)).toEqual([]);
});

it('is one change of the agent with its audit row, and of no other agent', async () => {
  const [agent, other] = [await agentWith({ [path]: 'one' }), await agentWith({ [path]: 'one' })];
  const [before, beforeOther] = [await seen(agent), await seen(other)];
  await vouchFiles(operator, agent.id, [{ path, content: 'one' }], 'cli:ada');
  expect(await seen(agent)).toEqual({ version: (before.version ?? 0) + 1, vouched: [path] });
  expect(await seen(other)).toEqual(beforeOther);
  expect(await audited(agent)).toEqual([{ actor: 'cli:ada', details: { files: [path] } }]);
});

function audited({ id }: AgentRow) {
  return world.database.admin<{ actor: string; details: object }>(
    "select actor, details from salience.audit_log where action = 'agent.vouch' and target = $1",
    [id],
  );
}
