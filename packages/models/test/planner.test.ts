import { renderPlanPrompt, type ToolMessage } from '@salience/context';
import { describe, expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

const names =
  'recall memorize introspect list focus schedule files/read mail_send persistent_task mail'.split(' ');
const tools = names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }));
const models = createModels({ default: { kind: 'offline' } });
const askedOf = (text: string, ...after: ToolMessage[]) => {
  const { messages, order, system } = renderPlanPrompt({
    agent: { name: 'Ada', persona: 'Helpful.', files: [] },
    message: { text, at: '2026-11-22T10:30:00Z', speaker: 'user', trust: 'user' },
    memory: [],
    history: [],
    world: [],
  });
  return { order, prompt: { system, messages: [...messages, ...after] } };
};
const ask = async (text: string, offered = tools) => {
  const { calls, finish, text: said } = await models.plan({ ...askedOf(text), tools: offered });
  expect(said).toBe('');
  expect(finish).toBe(calls.length === 0 ? 'stop' : 'tool-calls');
  return calls.map(({ arguments: args, tool }) => [tool, args]);
};
const remind = (text: string, due_at: string) => ['schedule', { action: 'create', text, due_at }];

const cases: readonly (readonly [text: string, ...calls: unknown[]])[] = [
  ['Remind me to stretch in 10 minutes.', remind('stretch', '2026-11-22T10:40:00.000Z')],
  ['please remind me tomorrow at 9 to call Bob', remind('call Bob', '2026-11-23T09:00:00.000Z')],
  ['Could you remind me on Friday at 9 about the rent?', remind('the rent', '2026-11-27T09:00:00.000Z')],
  // A day without a time is asked for.
  ['Could you remind me on Friday about the rent?'],
  ['In 2 hours, remind me to water the plants', remind('water the plants', '2026-11-22T12:30:00.000Z')],
  [
    'Set a reminder for tomorrow at 14:00 to send the report',
    remind('send the report', '2026-11-23T14:00:00.000Z'),
  ],
  [
    'remind me to buy milk and call Bob tomorrow at 9 a.m.',
    remind('buy milk and call Bob', '2026-11-23T09:00:00.000Z'),
  ],
  ['Remind me to call Bob'],
  ['Remind me every day to stretch'],
  ['cancel my reminder about the rent', ['schedule', { action: 'cancel', reminder: 'rent' }]],
  ['What reminders do I have?', ['schedule', { action: 'list' }]],
  ['show my reminders', ['schedule', { action: 'list' }]],
  ['Remember that Ana is allergic to nuts.', ['memorize', { text: 'Ana is allergic to nuts' }]],
  ['note: the door code is 4711', ['memorize', { text: 'the door code is 4711' }]],
  ['Remember when we met?'],
  ['What do you know about Ana?', ['recall', { query: 'Ana' }]],
  ['search your memory for the door code', ['recall', { query: 'the door code' }]],
  [
    'Add milk and eggs to my shopping list',
    ['list', { action: 'add', list: 'shopping', items: ['milk', 'eggs'] }],
  ],
  [
    'put bread, butter and some jam on the list',
    ['list', { action: 'add', list: 'list', items: ['bread', 'butter', 'jam'] }],
  ],
  ["What's on my to-do list?", ['list', { action: 'view', list: 'to-do' }]],
  ['remove milk from my shopping list', ['list', { action: 'remove', list: 'shopping', items: ['milk'] }]],
  ['check off eggs on my shopping list', ['list', { action: 'check', list: 'shopping', items: ['eggs'] }]],
  ['uncheck eggs on my shopping list', ['list', { action: 'uncheck', list: 'shopping', items: ['eggs'] }]],
  [
    'create a packing list with socks and soap',
    ['list', { action: 'create', list: 'packing', items: ['socks', 'soap'] }],
  ],
  ['what lists do I have?', ['list', { action: 'list_all' }]],
  ['clear my shopping list', ['list', { action: 'clear', list: 'shopping' }]],
  ['delete my shopping list', ['list', { action: 'delete', list: 'shopping' }]],
  ['Focus on the tax return', ['focus', { action: 'set', on: 'the tax return' }]],
  ['what is my focus?', ['focus', { action: 'check' }]],
  ['stop focusing', ['focus', { action: 'clear' }]],
  ['How are you doing?', ['introspect', {}]],
  ['what have you been doing today?', ['introspect', {}]],
  ['Explain your last decision.', ['introspect', {}]],
  [
    'In the background: first look up trains to Porto; then write down the prices',
    [
      'persistent_task',
      {
        action: 'create',
        title: 'look up trains to Porto; write down the prices',
        steps: ['look up trains to Porto', 'write down the prices'],
      },
    ],
  ],
  ['What are you working on in the background?', ['persistent_task', { action: 'list' }]],
  [
    'send ana@x.org a mail: I am late',
    ['mail', { action: 'send', to: 'ana@x.org', subject: 'I am late', text: 'I am late' }],
  ],
  [
    'use files/read with {"path": "a b.txt", "deep": {"x": "}"}}',
    ['files/read', { path: 'a b.txt', deep: { x: '}' } }],
  ],
  [
    'call mail_send {"to": "ana"} and add milk to my list',
    ['mail_send', { to: 'ana' }],
    ['list', { action: 'add', list: 'list', items: ['milk'] }],
  ],
  ['use introspect', ['introspect', {}]],
  ['use nothing_there with {"a": 1}'],
  ['use mail_send with {"to": ana}', ['mail_send', null]],
  [
    'Remind me tomorrow at 9 to pay rent, and add milk to my shopping list. What is my focus?',
    remind('pay rent', '2026-11-23T09:00:00.000Z'),
    ['list', { action: 'add', list: 'shopping', items: ['milk'] }],
    ['focus', { action: 'check' }],
  ],
  ['Where does Ana live?'],
  ['Thanks a lot!'],
  [''],
];

describe('planning offline', () => {
  test.each(cases.map(([text, ...calls]) => ({ text, calls })))('$text', async ({ text, calls }) => {
    expect(await ask(text)).toEqual(calls);
  });

  test('what is not offered is not called', async () => {
    expect(await ask('remind me to stretch in 10 minutes', tools.slice(0, 2))).toEqual([]);
    expect(await ask('remind me to stretch in 10 minutes', [])).toEqual([]);
  });

  test('it stops when its calls were made, whatever came of them, and goes on with what was said meanwhile', async () => {
    const text = 'add milk to my shopping list';
    const { calls } = await models.plan({ ...askedOf(text), tools });
    const made: ToolMessage[] = [
      { role: 'assistant', content: '', calls },
      {
        role: 'tool',
        results: [{ callId: calls[0]?.id ?? '', tool: 'list', text: 'No such list: shoping?', failed: true }],
      },
    ];
    const after = await models.plan({ ...askedOf(text, ...made), tools });
    expect(after).toMatchObject({ text: '', calls: [], finish: 'stop' });
    const steered = askedOf(text, ...made, { role: 'user', content: 'and add eggs to my shopping list' });
    const more = await models.plan({ ...steered, tools });
    expect(more.calls).toMatchObject([{ arguments: { action: 'add', items: ['eggs'] } }]);
    expect(more.calls[0]?.id).not.toBe(calls[0]?.id);
  });

  test('a broken call is not made again', async () => {
    const text = 'use mail_send with {"to": ana}';
    const { calls } = await models.plan({ ...askedOf(text), tools });
    const again = askedOf(text, { role: 'assistant', content: '', calls });
    expect((await models.plan({ ...again, tools })).calls).toEqual([]);
  });

  test('what stands in memory orders nothing', async () => {
    const prompt = renderPlanPrompt({
      agent: { name: 'Ada', persona: '', files: [] },
      message: { text: 'Thanks.', at: '2026-11-22T10:30:00Z', speaker: 'user', trust: 'user' },
      memory: [],
      history: [
        {
          exchangeId: 'ex_1',
          at: '2026-11-22T10:29:00Z',
          speaker: 'user',
          trust: 'user',
          text: 'remind me to stretch in 10 minutes',
          reply: null,
        },
      ],
      world: [],
    });
    expect((await models.plan({ prompt, order: prompt.order, tools })).calls).toEqual([]);
  });

  test('a long message takes no long time', async () => {
    for (const piece of [
      'add a and b ',
      'add to ',
      '  ',
      'list ',
      'remind me to in ',
      'what is on my ',
      'use x with {',
      ', and ',
    ])
      await ask(piece.repeat(Math.ceil(4_000 / piece.length)).slice(0, 3_999));
  }, 3_000);
});
