import { agentSettingsSchema, importAgent, vouchFiles } from '@salience/database/agents';
import { loadContexts } from '@salience/database/turns';
import { backends, createFakeModelServer, type FakeModelServer, overflowReply } from '@salience/testing';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

const question = 'What is a good name for a boat?';

let server: FakeModelServer;
let world: LaneWorld;
beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres');
});
beforeEach(() => world.useModels({ ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline' }));

/** Replaces the default agent's workspace by files that somebody has read. */
async function importFiles(files: { path: string; content: string }[]): Promise<void> {
  const operator = world.database.connect('salience_operator');
  await importAgent(operator, world.agentId, {
    persona: 'Calm.',
    settings: agentSettingsSchema.parse({}),
    files,
  });
  await vouchFiles(operator, world.agentId, files);
}

const contextsOf = (turnId: Parameters<typeof loadContexts>[2]) =>
  loadContexts(world.database.connect('salience_consumer'), world.agentId, turnId);

it('what the model saw is kept, word for word, with what became of every candidate (law 13)', async () => {
  server.script([{ text: 'Noted.' }, { text: 'Otter.' }]);
  const first = await world.say('My boat is green and has two sails.');
  const turn = await world.say(question, { threadId: first.threadId });
  const sent = server.requests().at(-1);
  const [context, ...others] = await contextsOf(turn.id);
  expect(others).toEqual([]);
  expect(JSON.stringify(sent?.body)).toContain(JSON.stringify(context?.system).slice(1, -1));
  expect(JSON.stringify(sent?.body)).toContain(JSON.stringify(context?.messages[0]?.content).slice(1, -1));
  expect(context).toMatchObject({ call: 0, role: 'respond', template: 'RESPOND', compacted: 'no' });
  expect(context?.items.map((item) => item.section)).toEqual(expect.arrayContaining(['identity', 'history']));
  expect(context?.sections.find(({ section }) => section === 'history')).toMatchObject({
    items: 1,
    dropped: 0,
  });
});

it('a prompt that the model finds too long is sent once more, compacted, and the turn is answered', async () => {
  server.script([overflowReply('openai'), { text: 'Otter.' }]);
  const before = server.requests().length;
  const turn = await world.say(question);
  expect(turn).toMatchObject({ state: 'answered', reply: { text: 'Otter.' } });
  expect(server.requests().length - before).toBe(2);
  const contexts = await contextsOf(turn.id);
  expect(contexts.map(({ call, compacted }) => [call, compacted])).toEqual([
    [0, 'no'],
    [1, 'overflow'],
  ]);
});

it('a second refusal is the end: the turn fails visibly, after exactly two requests (law 5)', async () => {
  server.script(() => overflowReply('openai'));
  const before = server.requests().length;
  const turn = await world.say(question);
  expect(turn).toMatchObject({ state: 'failed', reply: null, error: { code: 'llm.context-overflow' } });
  expect(turn.error?.message).toContain(turn.id);
  expect(server.requests().length - before).toBe(2);
  expect(await contextsOf(turn.id)).toHaveLength(2);
});

it('instructions that an agent has of its own are what the model is sent, from the next turn on', async () => {
  server.script(() => ({ text: 'Otter.' }));
  await importFiles([{ path: 'prompts/respond.md', content: 'Answer in verse.\n' }]);
  await world.say(question);
  expect(JSON.stringify(server.requests().at(-1)?.body)).toContain('Answer in verse.');
  await importFiles([]);
  await world.say(question);
  const body = JSON.stringify(server.requests().at(-1)?.body);
  expect(body).not.toContain('Answer in verse.');
  expect(body).toContain('Answer the message.');
});

it('a skill of the workspace is shown, its notes when the message calls for it; a broken one is left out', async () => {
  server.script(() => ({ text: 'Otter.' }));
  const skill = (name: string, more = '') =>
    `---\nname: ${name}\ndescription: Knows ${name}.\ntriggers: [boat]\n${more}---\nAsk for the length of ${name}.\n`;
  await importFiles([
    { path: 'skills/boats/SKILL.md', content: skill('boats') },
    { path: 'skills/ships/SKILL.md', content: skill('ships', 'danger_pattern: []\n') },
  ]);
  await world.say(question);
  const called = JSON.stringify(server.requests().at(-1)?.body);
  expect(called).toContain('Knows boats.');
  expect(called).toContain('Ask for the length of boats.');
  expect(called).not.toContain('ships');
  await world.say('What is the capital of Portugal?');
  const other = JSON.stringify(server.requests().at(-1)?.body);
  expect(other).toContain('Knows boats.');
  expect(other).not.toContain('Ask for the length');
  await importFiles([]);
});
