import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAs } from '../test/read.ts';

// The form: Sinity/polylogue, docs/providers/claude-ai.md, and types of public exporters (uuid, sender, content, attachments with
// extracted_content, parent_message_uuid, current_leaf_message_uuid). Written for these tests.
const said = (uuid: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text: '',
  content: [{ type: 'text', text }],
  created_at: `2025-03-01T10:0${uuid.length}:00.000000Z`,
  updated_at: '2025-03-01T10:00:00.000000Z',
  attachments: [],
  files: [],
  ...more,
});
const conversation = (chat_messages: readonly unknown[], more: object = {}) => ({
  uuid: 'c-1',
  name: 'The boat',
  created_at: '2025-03-01T09:00:00.000000Z',
  updated_at: '2025-03-01T11:00:00.000000Z',
  account: { uuid: 'me' },
  chat_messages,
  ...more,
});

test('blocks of text are what was said; tools, reasoning and files are counted', () => {
  const { broken, items, leftOut, looksLike, short } = readAs(
    'claude',
    conversation([
      said('u', 'human', 'Where is Merrow moored?', { files: [{ file_name: 'map.png' }] }),
      said('aa', 'assistant', '', {
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'tool_use', name: 'search', input: {} },
          { type: 'tool_result', content: [] },
          { type: 'text', text: 'In Whitby.' },
        ],
      }),
      said('uuu', 'human', 'Thanks', { content: [], text: 'Thanks' }),
    ]),
  );
  expect(looksLike).toBe('claude');
  expect(broken).toEqual([]);
  expect(short).toEqual([
    {
      at: '2025-03-01T10:01:00.000Z',
      speaker: null,
      text: 'Where is Merrow moored?',
      reply: 'In Whitby.',
      trust: 'unverified',
    },
    { at: '2025-03-01T10:03:00.000Z', speaker: null, text: 'Thanks', reply: null, trust: 'unverified' },
  ]);
  expect(items.map(({ reply_trust }) => reply_trust)).toEqual(['external', 'unverified']);
  expect(leftOut).toEqual({ media: 1, reasoning: 1, tool: 2 });
});

test('a paste that was stored as a file without a name is taken in as text from outside; a file with a name is not', () => {
  const attachments = [
    { file_name: '', extracted_content: 'Pasted words' },
    { file_name: 'a.pdf', extracted_content: 'Printed' },
  ];
  const { leftOut, short } = readAs('claude', conversation([said('u', 'human', '', { attachments })]));
  expect(short).toMatchObject([{ text: 'Pasted words', trust: 'external' }]);
  expect(leftOut).toEqual({ media: 1 });
});

test('of branches the kept one is taken in', () => {
  const root = '00000000-0000-4000-8000-000000000000';
  const tree = [
    said('u', 'human', 'Question', { parent_message_uuid: root }),
    said('a-old', 'assistant', 'Old', { parent_message_uuid: 'u' }),
    said('a-new', 'assistant', 'New', { parent_message_uuid: 'u' }),
  ];
  expect(readAs('claude', conversation(tree)).short).toMatchObject([{ reply: 'New' }]);
  const marked = readAs('claude', conversation(tree, { current_leaf_message_uuid: 'a-old' }));
  expect(marked.short).toMatchObject([{ reply: 'Old' }]);
  expect(marked.leftOut).toEqual({ branch: 1 });
});

test('the same message twice is one', () => {
  const once = [said('u', 'human', 'Question'), said('aa', 'assistant', 'Answer')];
  expect(readAs('claude', conversation([...once, ...once])).items).toEqual(
    readAs('claude', conversation(once)).items,
  );
});

test.each<[string, object]>([
  ['no list', { content: 'x' }],
  ['one is no object', { content: ['x'] }],
  ['a created_at that is no time', { created_at: 12 }],
  ['without a sender', { sender: null }],
  ['without an id', { uuid: null }],
])('nothing of a conversation is taken in where something %s', (why, more) => {
  const { broken, items } = readAs(
    'claude',
    conversation([said('u', 'human', 'x'), said('u2', 'human', 'y', more)]),
  );
  expect(items).toEqual([]);
  expect(broken).toEqual([{ what: '"The boat"', why: expect.stringContaining(why) }]);
});

test('property: whatever stands where, reading never throws', () => {
  const odd = fc.jsonValue();
  const message = fc.record(
    {
      uuid: odd,
      sender: fc.constantFrom('human', 'assistant', 3),
      content: odd,
      created_at: odd,
      attachments: odd,
      parent_message_uuid: odd,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(message, odd)), odd, (chat_messages, created_at) => {
      const { broken, items } = readAs('claude', conversation(chat_messages, { created_at }));
      expect(broken.length === 0 || items.length === 0).toBe(true);
    }),
  );
});
