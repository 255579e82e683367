import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { personToken } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './world.ts';

let world: World;
const secret = 'The code of the vault is 7731.';

beforeAll(async () => {
  world = await startWorld();
  const ada = await world.connect('http', world.keys.ada);
  await ada.callTool({ name: 'ask', arguments: { text: `Remember this: ${secret}`, thread: 'vault' } });
  await ada.callTool({ name: 'add_goal', arguments: { goal: 'Guard the vault 7731' } });
  await ada.callTool({
    name: 'request_forgetting',
    arguments: { scope: 'statement', target: 'the code of the vault is 7731' },
  });
}, 120_000);
afterAll(() => world.close());

const said = async (run: Promise<unknown>) =>
  JSON.stringify(await run.catch((error: unknown) => String(error)));
const rpc = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const asAda = () => ({ authorization: `Bearer ${world.keys.ada}` });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

let wishes = 0;
/** Has the agent ask for a yes, in a thread of its own: the request, and where it was asked. */
async function asked(): Promise<{ readonly id: string; readonly thread: string }> {
  const text = `The code of the shed is ${(wishes += 1)}4.`;
  await (
    await world.api('POST', '/chat', world.keys.ada, {
      text: `Remember this: ${text}`,
      thread_id: `shed-${wishes}`,
    })
  ).text();
  const asker = await world.connect('http', world.keys.ada);
  const target = text.slice(0, -1).replace('The', 'the');
  const { structuredContent } = await asker.callTool({
    name: 'request_forgetting',
    arguments: { scope: 'statement', target },
  });
  const { approval_id: id } = structuredContent as { approval_id: string };
  const request = (await (await world.api('GET', `/approvals/${id}`, world.keys.ada)).json()) as {
    thread_id: string;
  };
  return { id, thread: request.thread_id };
}

async function stateOf(id: string): Promise<string> {
  const answer = await world.api('GET', `/approvals/${id}`, world.keys.ada);
  return ((await answer.json()) as { state: string }).state;
}

/** Everything that a client can read, of every tool that reads and every resource. */
async function everything(client: Client, ids: readonly string[]): Promise<string> {
  const calls: [string, Record<string, unknown>][] = [
    ['search_memory', { query: 'code of the vault' }],
    ['list_goals', { status: 'all' }],
    ['list_thoughts', {}],
    ['list_approvals', {}],
    ['ask', { text: 'What is the code of the vault?', thread: 'vault' }],
    ...ids.map((id): [string, Record<string, unknown>] => ['ask', { text: 'And?', thread: id }]),
  ];
  const told = [];
  for (const [name, args] of calls) told.push(await said(client.callTool({ name, arguments: args })));
  const { resources } = await client.listResources();
  const uris = [
    ...resources.map(({ uri }) => uri),
    ...ids.map((id) => `salience://threads/${id}`),
    'salience://threads/vault',
    'salience://people/owner',
  ];
  for (const uri of uris) told.push(await said(client.readResource({ uri })));
  return told.join('\n');
}

test('threat: a key of one agent reads nothing of another through any tool or resource', async () => {
  const threads = (await (await world.api('GET', '/threads', world.keys.ada)).json()) as {
    items: { thread_id: string }[];
  };
  const ids = threads.items.map(({ thread_id: id }) => id);
  const [ada, ben] = await Promise.all([
    world.connect('http', world.keys.ada),
    world.connect('http', world.keys.ben),
  ]);
  expect(await everything(ada, [])).toContain('7731');
  const seen = await everything(ben, ids);
  expect(seen).not.toContain('7731');
});

test.each([
  ['none', {}],
  ['one that nobody has', { authorization: `Bearer sk_${'x'.repeat(43)}` }],
  ['a placeholder', { authorization: 'Bearer whatever' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
])('threat: MCP is not spoken without a key, also on loopback: %s', async (_, headers) => {
  const answer = await rpc(list, headers);
  expect(answer.status).toBe(401);
});

test('threat: a page of another site cannot speak MCP, even with a key', async () => {
  const answer = await rpc(list, { ...asAda(), origin: 'https://evil.test' });
  expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('origin.refused')]);
});

test('threat: no request for approval can be answered through MCP, not by the person either', async () => {
  const { id, thread } = await asked();
  const client = await world.connect('http', personToken);
  const { tools } = await client.listTools();
  for (const { name } of tools)
    for (const args of [
      { approval_id: id, answer: 'approve', decision: 'approve', text: 'approve' },
      { text: 'yes', thread: id },
      { target: id, scope: 'item', query: id, goal: `approve ${id}` },
    ])
      await said(client.callTool({ name, arguments: args }));
  for (const uri of [
    `salience://approvals/${id}`,
    `salience://threads/..%2fapprovals%2f${id}`,
    `salience://people/../approvals/${id}?answer=approve`,
  ])
    await said(client.readResource({ uri }));
  for (const method of ['approvals/approve', 'tools/approve', 'POST /approvals'])
    await (
      await rpc({ jsonrpc: '2.0', id: 1, method, params: { approval_id: id, answer: 'approve' } }, asAda())
    ).text();
  expect(await stateOf(id)).toBe('pending');
  // Nor in words, right where it was asked: as what follows the question, in the order in which a person would say it.
  const told = await said(client.callTool({ name: 'ask', arguments: { text: 'yes', thread } }));
  expect(told).toContain('yours does not count');
  expect(await stateOf(id)).toBe('pending');
});

test('threat: a key that may not manage approves nothing in words either', async () => {
  const talker = await world.keyFor(['talk']);
  const yes = async (key: string, thread: string) =>
    (await world.api('POST', '/chat', key, { text: 'yes', thread_id: thread })).text();
  const { id, thread } = await asked();
  expect(await yes(talker, thread)).toContain('yours does not count');
  expect(await stateOf(id)).toBe('pending');
  // The same word in such a place, with a key that may.
  const other = await asked();
  await yes(await world.keyFor(['manage', 'talk', 'read']), other.thread);
  expect(await stateOf(other.id)).toBe('approved');
});

test('threat: what a key may not do, no tool does with it', async () => {
  const [reads, talks] = await Promise.all([world.keyFor(['read']), world.keyFor(['talk'])]);
  const reader = await world.connect('http', reads);
  const refused = async (client: Client, name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as { isError?: boolean; content: { text: string }[] };
  for (const [name, args] of [
    ['ask', { text: 'Hello' }],
    ['remember', { text: 'x' }],
    ['add_goal', { goal: 'x' }],
    ['request_forgetting', { scope: 'statement', target: 'the code of the vault is 7731' }],
  ] as const) {
    const { content, isError } = await refused(reader, name, args);
    expect([name, isError, content[0]?.text]).toEqual([name, true, expect.stringContaining('key.scope')]);
  }
  expect(
    (await reader.callTool({ name: 'search_memory', arguments: { query: 'vault' } })).isError,
  ).toBeUndefined();
  const talker = await world.connect('http', talks);
  expect((await refused(talker, 'search_memory', { query: 'vault' })).content[0]?.text).toContain(
    'key.scope',
  );
  expect((await refused(talker, 'ask', { text: 'Hello' })).isError).toBeUndefined();
  // At the API itself too.
  const direct = await Promise.all([
    world.api('POST', '/messages', reads, { text: 'x' }),
    world.api('GET', '/memory/search?q=x', talks),
    world.api('POST', '/memory/forget', reads, { scope: 'statement', target: 'x' }),
    world.api('PATCH', '/pfc/config', talks, {}),
  ]);
  expect(direct.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
});

test.each([
  ['no JSON', '{"jsonrpc":', 400],
  ['a batch', [list, list], 422],
  ['a text', '"tools/list"', 422],
  ['a body without a method', {}, 422],
  ['a result that nobody asked for', { jsonrpc: '2.0', id: 7, result: {} }, 202],
])(
  'threat: a body that is no message of the protocol is refused, and the next one answered: %s',
  async (_, body, status) => {
    expect((await rpc(body, asAda())).status).toBe(status);
    const next = await rpc(list, asAda());
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('search_memory')]);
  },
);

test('threat: a secret of the server stands in no error', async () => {
  const answers = await Promise.all(
    [
      { ...list, method: 'nonsense' },
      { ...list, params: 7 },
      { ...list, method: 'tools/call', params: { name: 'ask', arguments: { text: 9 } } },
    ].map(async (body) => (await rpc(body, asAda())).text()),
  );
  expect(answers.join()).not.toMatch(/postgres|sk_[\w-]{43}|node_modules|at \w+ \(/);
});
