import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAs } from '../test/read.ts';

// mem0: docs.mem0.ai, api-reference/memory/get-memory (fields) and cookbooks/essentials/exporting-memories (results, count).
const memory = (id: string, text: string, more: object = {}) => ({
  id,
  memory: text,
  user_id: 'ann',
  agent_id: null,
  app_id: null,
  run_id: null,
  hash: 'x',
  metadata: { type: 'preference' },
  categories: ['sailing'],
  created_at: '2024-07-01T12:00:00-07:00',
  updated_at: '2024-07-01T12:00:00-07:00',
  ...more,
});

test('mem0: memories are statements of their users, in the order of their times, with their end', () => {
  const { items, looksLike, short } = readAs('mem0', {
    count: 3,
    results: [
      memory('m2', 'Prefers tea', { updated_at: '2024-08-01T00:00:00Z', expiration_date: '2024-09-01' }),
      memory('m1', 'Has a boat called Merrow'),
      memory('m3', 'Works at the mill', {
        user_id: 'bert',
        created_at: '2024-01-01T00:00:00Z',
        updated_at: null,
      }),
    ],
  });
  expect(looksLike).toBe('mem0');
  expect(short).toEqual([
    {
      at: '2024-01-01T00:00:00.000Z',
      speaker: 'bert',
      text: 'Works at the mill',
      reply: null,
      trust: 'unverified',
    },
    {
      at: '2024-07-01T19:00:00.000Z',
      speaker: 'ann',
      text: 'Has a boat called Merrow',
      reply: null,
      trust: 'unverified',
    },
    {
      at: '2024-08-01T00:00:00.000Z',
      speaker: 'ann',
      text: 'Prefers tea (until 2024-09-01)',
      reply: null,
      trust: 'unverified',
    },
  ]);
  expect(new Set(items.map(({ thread_id }) => thread_id)).size).toBe(2);
  expect(readAs('mem0', memory('m1', 'Has a boat'), { me: ['ann'] }).short).toMatchObject([
    { speaker: null },
  ]);
});

test('mem0: a memory that was changed in place is another statement; one that was not is the same', () => {
  const [before, after] = ['Lives in Whitby', 'Lives in York'].map(
    (text) => readAs('mem0', memory('m', text)).items[0],
  );
  expect(before?.id).not.toBe(after?.id);
  expect(before?.thread_id).toBe(after?.thread_id);
  expect(readAs('mem0', { results: [memory('m', 'Lives in York')] }).items).toEqual([after]);
});

test('mem0: a memory that cannot be read is named, and the others are taken in; the order of the list is nothing', () => {
  const list = [
    memory('a', 'One'),
    memory('b', 'Two', { created_at: {}, updated_at: [] }),
    memory('c', ' '),
    memory('d', 'Three'),
  ];
  const { broken, leftOut, short } = readAs('mem0', { results: list });
  expect(short.map(({ text }) => text)).toEqual(['One', 'Three']);
  expect(broken).toEqual([{ what: 'the memory b', why: expect.stringContaining('no time') }]);
  expect(leftOut).toEqual({ empty: 1 });
  fc.assert(
    fc.property(fc.shuffledSubarray(list, { minLength: list.length }), (results) => {
      expect(new Set(readAs('mem0', { results }).items.map(({ id }) => id))).toEqual(
        new Set(readAs('mem0', { results: list }).items.map(({ id }) => id)),
      );
    }),
  );
});

test('mem0: a day of expiry that cannot be read ends nothing', () => {
  const odd = readAs('mem0', memory('m', 'Likes tea', { expiration_date: 'soon' }));
  expect(odd.short).toMatchObject([{ text: 'Likes tea' }]);
});

// Zep: help.getzep.com, sdk-reference/thread/get-messages-of-a-thread (messages, row_count, user_id), graph/edge/get-edge (fact,
// valid_at, invalid_at), v2 sessions with role_type beside role.
const thread = {
  thread_id: 't-1',
  user_id: 'ann',
  row_count: 4,
  total_count: 4,
  thread_created_at: '2025-05-01T08:00:00Z',
  messages: [
    { uuid: 's', role: 'system', content: 'Be kind', created_at: '2025-05-01T08:00:00Z' },
    { uuid: 'u', role: 'user', name: 'Ann', content: 'The mast is new.', created_at: '2025-05-01T08:01:00Z' },
    { uuid: 't', role: 'tool', content: '{}', created_at: '2025-05-01T08:02:00Z' },
    { uuid: 'a', role: 'assistant', name: 'Bot', content: 'Good.', created_at: '2025-05-01T08:03:00Z' },
  ],
};

test('zep: threads keep their speakers, sessions of v2 too', () => {
  const { items, leftOut, looksLike, short } = readAs('zep', thread);
  expect(looksLike).toBe('zep');
  expect(short).toEqual([
    {
      at: '2025-05-01T08:01:00.000Z',
      speaker: 'Ann',
      text: 'The mast is new.',
      reply: 'Good.',
      trust: 'unverified',
    },
  ]);
  expect(items[0]?.reply_trust).toBe('external');
  expect(leftOut).toEqual({ system: 1, tool: 1 });
  const older = {
    session_id: 's',
    messages: [
      { uuid: 'u', role: 'Bert', role_type: 'user', content: 'Hi', created_at: '2024-01-01T00:00:00Z' },
    ],
  };
  expect(readAs('zep', older).short).toMatchObject([{ speaker: 'Bert' }]);
});

test('zep: facts keep from when and until when they held; one that ended later says so then', () => {
  const fact = (more: object) => ({
    uuid: 'e-1',
    name: 'MOORED_AT',
    fact: 'Merrow is moored at Whitby',
    source_node_uuid: 'n1',
    target_node_uuid: 'n2',
    created_at: '2025-06-02T00:00:00Z',
    valid_at: '2025-06-01T00:00:00Z',
    invalid_at: null,
    expired_at: null,
    ...more,
  });
  const open = readAs('zep', { user_id: 'ann', edges: [fact({})] });
  const ended = readAs('zep', { user_id: 'ann', edges: [fact({ invalid_at: '2025-07-01T00:00:00Z' })] });
  expect(open.short).toMatchObject([{ at: '2025-06-01T00:00:00.000Z', text: 'Merrow is moored at Whitby' }]);
  expect(ended.short).toMatchObject([{ text: 'Merrow is moored at Whitby (until 2025-07-01)' }]);
  expect(open.items[0]?.id).not.toBe(ended.items[0]?.id);
  const born = readAs('zep', fact({ fact: 'Ann was born in York', valid_at: '1950-03-01T00:00:00Z' }));
  expect(born.short).toMatchObject([
    { at: '2025-06-02T00:00:00.000Z', text: 'Ann was born in York (since 1950-03-01)' },
  ]);
  const zero = fact({ valid_at: '0001-01-01T00:00:00Z', invalid_at: '0001-01-01T00:00:00Z' });
  expect(readAs('zep', zero).short).toMatchObject([{ text: 'Merrow is moored at Whitby' }]);
  expect(readAs('zep', { edges: [fact({ fact: 7 }), fact({})] })).toMatchObject({
    broken: [{ what: 'the fact e-1' }],
    short: [{ text: 'Merrow is moored at Whitby' }],
  });
});

// v2: facts of a session are words; v0: help.getzep.com, ce/legacy/sdk/chat_history (roles human and ai).
test('zep: sessions of older versions', () => {
  const session = {
    session_id: 's',
    created_at: '2024-01-01T00:00:00Z',
    facts: ['Ann sails'],
    messages: [
      { uuid: 'u', role: 'human', content: 'Hi', created_at: '2023-12-08T22:17:33.185756Z' },
      { uuid: 'a', role: 'ai', content: 'Hello', created_at: '2023-12-08T22:17:34.185756Z' },
    ],
  };
  expect(readAs('zep', session).short).toMatchObject([
    { text: 'Hi', reply: 'Hello' },
    { text: 'Ann sails', at: '2024-01-01T00:00:00.000Z' },
  ]);
});

// Letta: letta-ai/letta, letta/schemas/agent_file.py (agents, blocks, messages); packed messages and send_message as
// docs.letta.com, message-types, and the older architectures have them; passages as docs.letta.com, archival-export, saves them.
const text = (words: string) => [{ type: 'text', text: words }];
const agentFile = {
  agents: [
    {
      name: 'Sam',
      id: 'agent-0',
      block_ids: ['block-0'],
      messages: [
        {
          id: 'message-0',
          role: 'system',
          content: text('You are Sam'),
          created_at: '2025-10-31T22:56:56.459100+00:00',
        },
        {
          id: 'message-1',
          role: 'user',
          content: text('{"type":"login","time":"now"}'),
          created_at: '2025-10-31T22:57:00+00:00',
        },
        {
          id: 'message-2',
          role: 'user',
          content: text('{"type":"user_message","message":"I race on Sundays","time":"x"}'),
          created_at: '2025-10-31T22:58:00+00:00',
        },
        {
          id: 'message-3',
          role: 'assistant',
          content: text('They race.'),
          tool_calls: [
            {
              id: 'x',
              type: 'function',
              function: { name: 'send_message', arguments: '{"message":"Good luck!"}' },
            },
          ],
          created_at: '2025-10-31T22:58:10+00:00',
        },
        {
          id: 'message-4',
          role: 'tool',
          name: 'send_message',
          content: text('{"status":"OK"}'),
          created_at: '2025-10-31T22:58:11+00:00',
        },
        {
          id: 'message-5',
          role: 'user',
          content: text('Plain words'),
          created_at: '2025-10-31T22:59:00+00:00',
        },
        {
          id: 'message-6',
          role: 'assistant',
          content: text('A plain reply'),
          created_at: '2025-10-31T22:59:10+00:00',
        },
      ],
    },
  ],
  blocks: [
    { id: 'block-0', label: 'human', value: 'First name: Chad', limit: 2000 },
    { id: 'block-1', label: 'persona', value: 'I am Sam', limit: 2000 },
  ],
  groups: [],
  tools: [],
  files: [],
  sources: [],
  mcp_servers: [],
  metadata: {},
};

test('letta: what was said is unpacked, blocks are statements of the last day, personas stay there', () => {
  const { broken, items, leftOut, looksLike, short } = readAs('letta', agentFile);
  expect(looksLike).toBe('letta');
  expect(broken).toEqual([]);
  expect(short).toMatchObject([
    { at: '2025-10-31T22:58:00.000Z', text: 'I race on Sundays', reply: 'Good luck!' },
    { at: '2025-10-31T22:59:00.000Z', text: 'Plain words', reply: 'A plain reply' },
    { at: '2025-10-31T22:59:10.000Z', text: 'First name: Chad', reply: null },
  ]);
  expect(items.every(({ reply_trust }) => reply_trust === 'unverified')).toBe(true);
  expect(leftOut).toEqual({ system: 2, reasoning: 1, tool: 1, persona: 1 });
});

test('letta: ids of a file change with each export, and what was said is known all the same', () => {
  const renumbered = JSON.parse(JSON.stringify(agentFile).replaceAll('message-', 'message-9')) as object;
  expect(readAs('letta', renumbered).items).toEqual(readAs('letta', agentFile).items);
});

test('letta: the older form and passages', () => {
  const older = {
    name: 'Sam',
    agent_type: 'memgpt_agent',
    core_memory: [{ label: 'human', value: 'Likes rope', created_at: '2025-01-01T00:00:00Z' }],
    messages: [{ role: 'user', text: 'Hello', created_at: '2025-01-02T00:00:00Z' }],
  };
  expect(readAs('letta', older).short).toMatchObject([
    { text: 'Hello' },
    { text: 'Likes rope', at: '2025-01-01T00:00:00.000Z' },
  ]);
  const passage = {
    id: 'passage-1',
    text: 'The dock is closed',
    created_at: '2025-02-01T00:00:00Z',
    archive_id: 'x',
  };
  expect(readAs('letta', passage).short).toMatchObject([{ text: 'The dock is closed' }]);
  const bare = { agents: [], blocks: [{ label: 'human', value: 'Likes tea' }] };
  expect(readAs('letta', bare).short).toMatchObject([{ at: '2026-01-01T00:00:00.000Z' }]);
});

test.each(['mem0', 'zep', 'letta'] as const)(
  'property: whatever stands where, reading %s never throws',
  (format) => {
    const odd = fc.jsonValue();
    const row = fc.record(
      {
        id: odd,
        uuid: odd,
        memory: odd,
        fact: odd,
        role: fc.constantFrom('user', 'assistant', 'tool', 9),
        content: odd,
        created_at: odd,
        tool_calls: odd,
        label: odd,
        value: odd,
      },
      { requiredKeys: [] },
    );
    const rows = fc.array(fc.oneof(row, odd));
    const element = fc.record(
      {
        results: rows,
        messages: rows,
        edges: rows,
        facts: rows,
        blocks: rows,
        core_memory: rows,
        agents: fc.array(fc.record({ name: odd, messages: rows })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(element, (one) => {
        const { items } = readAs(format, one);
        expect(items.every(({ at }) => !Number.isNaN(Date.parse(at)))).toBe(true);
      }),
    );
  },
);

test.each([null, 7, 'x', [], {}, { messages: 'x' }, JSON.parse('{"__proto__":{"mapping":{}}}')] as const)(
  '%j is of no known system',
  (element) => {
    const { broken, looksLike } = readAs('chatgpt', element);
    expect(looksLike).toBeNull();
    expect(broken).toHaveLength(1);
  },
);
