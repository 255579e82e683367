import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAs } from '../test/read.ts';

// The form: mitkury/chatgpt-export-parser, docs/chatgpt-data-export-format.md; content types and hidden messages as several public
// parsers of exports read them. Written for these tests.
const base = 1_700_000_000;
const when = (seconds: number) => new Date((base + seconds) * 1_000).toISOString();

interface Said {
  readonly id: string;
  readonly role?: string;
  readonly text?: string;
  readonly parent?: string | null;
  readonly message?: unknown;
  readonly more?: object;
}

function message({ id, more = {}, role = 'user', text = '' }: Said, second: number) {
  return {
    id,
    author: { role, name: null, metadata: {} },
    create_time: base + second,
    content: { content_type: 'text', parts: [text] },
    status: 'finished_successfully',
    metadata: {},
    recipient: 'all',
    ...more,
  };
}

/** A conversation whose messages follow each other unless they name a parent; the last one ends the kept branch. */
function conversation(texts: readonly Said[], more: object = {}) {
  const mapping: Record<string, unknown> = {
    root: { id: 'root', message: null, parent: null, children: [] },
  };
  texts.forEach((one, at) => {
    const parent = one.parent === undefined ? (texts[at - 1]?.id ?? 'root') : one.parent;
    mapping[one.id] = { id: one.id, message: one.message ?? message(one, at), parent, children: [] };
  });
  return {
    title: 'The boat',
    create_time: base,
    update_time: base + 100,
    conversation_id: 'c-1',
    current_node: texts.at(-1)?.id,
    mapping,
    ...more,
  };
}

function said(id: string, parent: string | null): Said {
  return { id, parent, text: id };
}

const talk = [
  { id: 'u1', text: 'My boat is called Merrow.' },
  { id: 'a1', role: 'assistant', text: 'A fine name.' },
  { id: 'u2', text: 'It is green.' },
  { id: 'a2', role: 'assistant', text: 'Noted.' },
];

test('what was said goes with what was answered, at its own time', () => {
  const { broken, items, leftOut, looksLike, short } = readAs('chatgpt', conversation(talk));
  expect(looksLike).toBe('chatgpt');
  expect(short).toEqual([
    {
      at: when(0),
      speaker: null,
      text: 'My boat is called Merrow.',
      reply: 'A fine name.',
      trust: 'unverified',
    },
    { at: when(2), speaker: null, text: 'It is green.', reply: 'Noted.', trust: 'unverified' },
  ]);
  expect([broken, leftOut]).toEqual([[], {}]);
  expect(new Set(items.map(({ thread_id }) => thread_id)).size).toBe(1);
  expect(
    items.map(
      ({ id, sources }) => /^ex_[0-9a-f]{32}$/.test(id) && /^turn_[0-9a-f]{32}$/.test(String(sources[0])),
    ),
  ).toEqual([true, true]);
});

test('only the branch that was kept is taken in; the others are counted', () => {
  const branched = conversation([
    { id: 'u1', text: 'A question' },
    { id: 'old', role: 'assistant', text: 'An answer that was thrown away' },
    { id: 'new', role: 'assistant', text: 'The kept one', parent: 'u1' },
  ]);
  const { leftOut, short } = readAs('chatgpt', branched);
  expect(short.map(({ reply }) => reply)).toEqual(['The kept one']);
  expect(leftOut).toEqual({ branch: 1 });
});

test('system prompts, hidden messages, tools, reasoning and images are counted, and a reply after a tool is from outside', () => {
  const content = (type: string, more: object) => ({ content: { content_type: type, ...more } });
  const { items, leftOut, short } = readAs(
    'chatgpt',
    conversation([
      { id: 's', role: 'system', text: '' },
      { id: 'c', more: content('user_editable_context', { user_profile: 'Ann' }) },
      { id: 'h', text: 'hidden', more: { metadata: { is_visually_hidden_from_conversation: true } } },
      {
        id: 'u',
        more: content('multimodal_text', {
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' },
            { content_type: 'audio_transcription', text: 'Said aloud.' },
            'And written.',
          ],
        }),
      },
      { id: 'r', role: 'assistant', more: content('thoughts', { thoughts: [] }) },
      { id: 'call', role: 'assistant', text: 'search("x")', more: { recipient: 'web' } },
      { id: 't', role: 'tool', text: 'Pages' },
      { id: 'a', role: 'assistant', text: 'Found it.' },
      { id: 'a2', role: 'assistant', text: 'And more.' },
    ]),
  );
  expect(short).toMatchObject([
    { text: 'Said aloud.\nAnd written.', reply: 'Found it.\n\nAnd more.', trust: 'unverified' },
  ]);
  expect(items[0]?.reply_trust).toBe('external');
  expect(leftOut).toEqual({ system: 1, hidden: 1, media: 1, reasoning: 1, tool: 2 });
});

test('without a mark of the kept branch it is the one that was written last; a reply to nothing is left out', () => {
  const texts = [
    { id: 'a0', role: 'assistant', text: 'Welcome' },
    { id: 'u1', text: 'Hello' },
    { id: 'old', role: 'assistant', text: 'Old', parent: 'u1' },
    { id: 'new', role: 'assistant', text: 'New', parent: 'u1' },
  ];
  const { leftOut, short } = readAs('chatgpt', conversation(texts, { current_node: null }));
  expect(short).toMatchObject([{ text: 'Hello', reply: 'New' }]);
  expect(leftOut).toEqual({ unasked: 1, branch: 1 });
});

test('an export made later with more in it repeats the ids, and each agent has its own', () => {
  const ids = (more: object) => readAs('chatgpt', conversation(talk), more).items.map(({ id }) => id);
  const longer = [...talk, { id: 'u3', text: 'It leaks.' }];
  expect(
    readAs('chatgpt', conversation(longer))
      .items.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(ids({}));
  expect(ids({ agentId: 'agt_b' }).some((id) => ids({}).includes(id))).toBe(false);
});

test('property: the order of the keys of a tree changes nothing', () => {
  const longer = [...talk, { id: 'x', role: 'assistant', text: 'Aside', parent: 'u2' }];
  const whole = conversation(longer, { current_node: 'a2' });
  const entries = Object.entries(whole.mapping);
  fc.assert(
    fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (order) => {
      expect(readAs('chatgpt', { ...whole, mapping: Object.fromEntries(order) }).items).toEqual(
        readAs('chatgpt', whole).items,
      );
    }),
  );
});

const asked = (content: unknown) => ({ id: 'u', message: { author: { role: 'user' }, content } });

test.each<[string, readonly Said[], object]>([
  ['a circle', [said('a', 'b'), said('b', 'a')], {}],
  ['ends at a message', talk, { current_node: 'nowhere' }],
  ['a node n that is no object', talk, { mapping: { n: 7 } }],
  ['a create_time that is no time', [{ ...said('u', null), more: { create_time: 'yesterday' } }], {}],
  ['parts that are no list', [asked({ parts: 'x' })], {}],
  ['without a role', [{ id: 'u', message: { content: { parts: ['x'] } } }], {}],
  ['when anything was said', [asked({ parts: ['x'] })], { create_time: null, update_time: null }],
])('nothing of a conversation with %s is taken in, and it is named', (why, texts, more) => {
  const whole = conversation(texts, more);
  const { broken, items, leftOut } = readAs('chatgpt', whole);
  expect([items, leftOut]).toEqual([[], {}]);
  expect(broken).toEqual([{ what: '"The boat"', why: expect.stringContaining(why) }]);
});

test('threat: names of the language in a file are names, and nothing becomes of them', () => {
  const odd = JSON.parse(
    JSON.stringify(conversation(talk)).replaceAll('"u1"', '"__proto__"').replaceAll('"a1"', '"constructor"'),
  ) as object;
  const { short } = readAs('chatgpt', odd);
  expect(short.map(({ text }) => text)).toEqual(['My boat is called Merrow.', 'It is green.']);
  const bare = JSON.parse('{"title":"x","mapping":{},"current_node":"__proto__"}') as object;
  expect(readAs('chatgpt', bare).broken).toHaveLength(1);
  expect(Object.prototype).not.toHaveProperty('message');
});

test('property: whatever stands where, reading never throws and names what it refuses', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, 0, '', [], {}));
  const node = fc.record(
    {
      id: odd,
      parent: odd,
      message: fc.record({ author: odd, content: odd, create_time: odd }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.record({
        title: odd,
        create_time: odd,
        current_node: odd,
        mapping: fc.dictionary(fc.string(), node),
      }),
      (element) => {
        const { broken, items } = readAs('chatgpt', element);
        expect(broken.length === 0 || items.length === 0).toBe(true);
      },
    ),
  );
});

test('texts are made well-formed, and one that is too long becomes several that are it', () => {
  const long = `${'Tide and harbour. '.repeat(9_000)}\u0000\uD800`;
  const { items } = readAs(
    'chatgpt',
    conversation([
      { id: 'u', text: long },
      { id: 'a', role: 'assistant', text: long },
    ]),
  );
  expect(
    items
      .map(({ text }) => text)
      .filter((text) => text !== '…')
      .join(''),
  ).toBe(long.replace('\u0000\uD800', '\uFFFD'));
  expect(items.map(({ reply }) => reply ?? '').join('')).toBe(long.replace('\u0000\uD800', '\uFFFD'));
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});
