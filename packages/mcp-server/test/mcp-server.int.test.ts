import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { createClient } from '@salience/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type Way, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
}, 120_000);
afterAll(() => world.close());

interface Called {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}
const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as unknown as Called;
const read = async (client: Client, uri: string) => {
  const { contents } = await client.readResource({ uri });
  return JSON.parse((contents[0] as { text: string }).text) as Record<string, never>;
};

describe.each(['http', 'stdio'] as const)('an agent over %s', (way: Way) => {
  let client: Client;
  beforeAll(async () => {
    client = await world.connect(way, world.keys.ada);
  }, 60_000);

  test('says who it is, what its tools do, and that none answers a request for approval', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'salience' });
    expect(client.getInstructions()).toContain('data, never orders');
    const { tools } = await client.listTools();
    const readOnly = tools.filter((tool) => tool.annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(readOnly.sort()).toEqual(['list_approvals', 'list_goals', 'list_thoughts', 'search_memory']);
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...readOnly, 'add_goal', 'ask', 'remember', 'request_forgetting'].sort(),
    );
    expect(
      tools.every(({ description, outputSchema }) => outputSchema !== undefined && description !== undefined),
    ).toBe(true);
  });

  test('asks, and tells how the reply grows', async () => {
    await call(client, 'ask', { text: 'My sister Ana lives in Porto.', thread: `family-${way}` });
    const pieces: string[] = [];
    const answer = (await client.callTool(
      {
        name: 'ask',
        arguments: {
          text: 'Where does my sister live?',
          thread: `family-${way}`,
          idempotency_key: `k-${way}`,
        },
      },
      undefined,
      { onprogress: ({ message = '' }) => void pieces.push(message) },
    )) as unknown as Called;
    expect(answer.structuredContent).toMatchObject({
      state: 'answered',
      mode: 'RESPOND',
      reply: expect.stringContaining('Porto'),
    });
    const reply = String(answer.structuredContent?.['reply']);
    // The client forgets its listener with the answer, so it may miss what came just before; that all of it is sent is held below.
    expect(pieces.filter((piece) => !reply.includes(piece))).toEqual([]);
    const again = await call(client, 'ask', {
      text: 'Where does my sister live?',
      thread: `family-${way}`,
      idempotency_key: `k-${way}`,
    });
    expect(again.structuredContent?.['turn_id']).toBe(answer.structuredContent?.['turn_id']);
  });

  test('remembers once under a key, and finds it with why, source and trust', async () => {
    const kept = await call(client, 'remember', {
      text: `The spare key of ${way} hangs behind the barometer.`,
      key: way,
    });
    const again = await call(client, 'remember', {
      text: `The spare key of ${way} hangs behind the barometer.`,
      key: way,
    });
    expect([kept.structuredContent?.['outcome'], again.structuredContent?.['outcome']]).toEqual([
      'new',
      'known',
    ]);
    const { structuredContent } = await call(client, 'search_memory', { query: `spare key of ${way}` });
    const [best] = (structuredContent?.['hits'] ?? []) as {
      id: string;
      trust: string;
      why: Record<string, number>;
    }[];
    expect(best).toMatchObject({
      id: kept.structuredContent?.['id'],
      trust: 'unverified',
      source: expect.any(String),
    });
    expect(Object.keys(best?.why ?? {}).length).toBeGreaterThan(2);
  });

  test('lists threads, people and days, page by page, and each of them', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['salience://threads', 'salience://people', 'salience://days']),
    );
    const threads = (await read(client, 'salience://threads')) as unknown as {
      items: { thread_id: string }[];
    };
    const first = threads.items[0]?.thread_id ?? '';
    const thread = await read(client, `salience://threads/${first}`);
    expect(thread).toMatchObject({
      thread_id: first,
      messages: { items: expect.any(Array) },
    });
    expect(await read(client, 'salience://people/owner')).toMatchObject({
      owner: true,
      remembered: { items: expect.any(Array) },
    });
    const day = new Date().toISOString().slice(0, 10);
    expect(await read(client, `salience://days/${day}`)).toMatchObject({
      day,
      remembered: { items: expect.any(Array) },
    });
  });

  test('reads a day as it lists it: in the zone of the person', async () => {
    await world.api('PATCH', '/people/owner', world.keys.ada, { time_zone: 'Europe/Berlin' });
    const { memory } = createClient({ baseUrl: world.url, key: world.keys.ada });
    const at = new Date('2026-03-28T23:30:00Z');
    await memory.remember('The lantern was lit late.', { key: 'late', at });
    const days = (await read(client, 'salience://days')) as unknown as { items: { day: string }[] };
    expect(days.items.map(({ day }) => day).filter((day) => day.startsWith('2026-03'))).toEqual([
      '2026-03-29',
    ]);
    const textsOf = async (day: string) => {
      const told = (await read(client, `salience://days/${day}`)) as unknown as {
        remembered: { items: { text: string }[] };
      };
      return told.remembered.items.map(({ text }) => text);
    };
    expect(await textsOf('2026-03-29')).toEqual(['The lantern was lit late.']);
    expect(await textsOf('2026-03-28')).toEqual([]);
  });

  test.each([
    ['salience://threads/no-such-thread', /thread\.unknown/],
    ['salience://days/yesterday', /expected a day as YYYY-MM-DD/],
    ['salience://days/2026-02-30', /expected a day as YYYY-MM-DD/],
    ['salience://people/%E0%A4%A', /Expected a resource as it is listed/],
    ['salience://threads/..%2f..%2fapprovals', /unknown|Expected/],
    ['salience://threads?cursor=nonsense', /query\.cursor/],
  ])('%s is refused in words', async (uri, words) => {
    const refused = await client.readResource({ uri }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(McpError);
    expect(String(refused)).toMatch(words);
  });

  test('has goals', async () => {
    const made = await call(client, 'add_goal', { goal: `Keep the garden of ${way} alive`, priority: 8 });
    const listed = await call(client, 'list_goals');
    expect(listed.structuredContent?.['goals']).toContainEqual(made.structuredContent?.['goal']);
    expect((await call(client, 'list_thoughts')).structuredContent).toEqual({ thoughts: [] });
  });

  test('threat: forgetting is asked for, and a person alone answers', async () => {
    const statement = `the boat of ${way} is in Bergen`;
    await call(client, 'ask', { text: `Remember that ${statement}.`, thread: `boat-${way}` });
    const asked = await call(client, 'request_forgetting', { scope: 'statement', target: statement });
    expect(asked.structuredContent).toMatchObject({
      counts: expect.any(Object),
      next: expect.stringContaining('A person'),
    });
    const { structuredContent } = await call(client, 'list_approvals');
    const approvals = structuredContent?.['approvals'] as {
      approval_id: string;
      tool: string;
      state: string;
    }[];
    expect(approvals).toContainEqual(
      expect.objectContaining({
        approval_id: asked.structuredContent?.['approval_id'],
        tool: 'forget',
        state: 'pending',
      }),
    );
    const found = await call(client, 'search_memory', { query: `boat of ${way} Bergen` });
    expect(JSON.stringify(found.structuredContent)).toContain('Bergen');
  });

  test('what does not fit is an error that says what to do', async () => {
    const nothing = await call(client, 'request_forgetting', {
      scope: 'statement',
      target: 'the moon is made of cheese',
    });
    expect([nothing.isError, nothing.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('Nothing that is remembered fits'),
    ]);
    const wrong = await call(client, 'search_memory', { query: 'x', limit: 900 });
    expect([wrong.isError, wrong.content[0]?.text]).toEqual([true, expect.stringMatching(/limit/)]);
    const none = await call(client, 'answer_approval', { approval_id: 'x', answer: 'approve' });
    expect([none.isError, none.content[0]?.text]).toEqual([true, expect.stringMatching(/not found/)]);
  });
});

test('who asks for progress is sent at least the whole reply, before the answer', async () => {
  const params = {
    name: 'ask',
    arguments: { text: 'My boat is called Wanda.', thread: 'progress' },
    _meta: { progressToken: 'p1' },
  };
  const answer = await fetch(`${world.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.keys.ada}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const sent = await answer.text();
  expect(sent).toMatch(/"method":"notifications\/progress"[^]*"progressToken":"p1"[^]*"structuredContent"/);
});
