import { type PromptInput, renderPrompt } from '@salience/context';
import { expect, test } from 'vitest';
import { createModels } from '../src/index.ts';

type Acted = NonNullable<PromptInput['acted']>;
type ActionNote = Acted['actions'][number];
type ApprovalNote = Acted['approvals'][number];

const models = createModels({ default: { kind: 'offline' } });
const action = (tool: string, args: object, outcome: string, text = ''): ActionNote => ({
  tool,
  arguments: JSON.stringify(args),
  outcome,
  text,
  trust: 'agent',
});
const schedule = { action: 'create', text: 'call Bob', due_at: '2026-11-23T09:00:00.000Z' };
const add = { action: 'add', list: 'shopping', items: ['milk', 'eggs', 'jam'] };

async function tell(
  actions: readonly ActionNote[],
  approvals: readonly ApprovalNote[] = [],
  more: object = {},
) {
  const prompt = renderPrompt({
    template: 'RESPOND',
    agent: { name: 'Ada', persona: '', files: [] },
    message: {
      text: 'What do you know about Ana?',
      at: '2026-11-22T10:30:00Z',
      speaker: 'user',
      trust: 'user',
    },
    memory: [],
    history: [],
    world: [],
    acted: { actions, approvals },
    ...more,
  });
  return (await models.reply({ prompt })).text;
}

test.each([
  [[action('schedule', schedule, 'succeeded')], 'I set a reminder: call Bob, Monday 2026-11-23 09:00 (UTC).'],
  [
    [action('schedule', schedule, 'failed', 'the time has passed')],
    'I could not set the reminder: the time has passed.',
  ],
  [[action('list', add, 'succeeded')], 'I added milk, eggs and jam to your shopping list.'],
  [
    [
      action(
        'list',
        { action: 'remove', list: 'list', items: ['milk'] },
        'succeeded',
        'Done (remove): milk.',
      ),
    ],
    'I removed milk from your list.',
  ],
  [
    [action('list', { ...add, action: 'check' }, 'succeeded', 'Not on the list: jam.')],
    'Not on the list: jam.',
  ],
  [[action('list', { action: 'view' }, 'succeeded', 'Shopping: milk, eggs.')], 'Shopping: milk, eggs.'],
  [
    [
      action(
        'list',
        { action: 'view', list: 'books' },
        'failed',
        'There is no list "books". Your lists: shopping.',
      ),
    ],
    'There is no list "books". Your lists: shopping.',
  ],
  [[action('memorize', { text: 'Ana likes tea' }, 'succeeded')], 'I noted: Ana likes tea.'],
  [[action('focus', { action: 'set', on: 'tax' }, 'succeeded')], 'Your focus is now: tax.'],
  [[action('mail', {}, 'succeeded', 'sent')], 'I used mail: sent'],
  [
    [{ ...action('mail', {}, 'succeeded', 'sent'), doubt: 'The result is empty.' }],
    'I used mail: sent. I am not sure of it: The result is empty.',
  ],
  [
    [
      {
        ...action('schedule', {}, 'succeeded', 'Reminder set for 09:00.'),
        arguments: '{"action":"create","text":"call…',
      },
    ],
    'Reminder set for 09:00.',
  ],
  [[action('mail', {}, 'unknown')], 'I do not know whether I managed to use mail.'],
  [
    [action('mail', {}, 'timed_out', 'no answer in 30 s')],
    'I could not use mail in time: no answer in 30 s.',
  ],
  [[action('mail', {}, 'refused', 'it destroys data')], 'I may not use mail: it destroys data.'],
  [[action('mail', {}, 'denied')], 'I did not use mail: you said no.'],
  [[action('mail', {}, 'expired')], 'I did not use mail: nobody said yes in time.'],
  [
    [action('mail', { to: 'anna' }, 'failed', 'unknown'), action('mail', { to: 'ana' }, 'succeeded', 'sent')],
    'I used mail: sent',
  ],
  [
    [action('schedule', schedule, 'succeeded'), action('list', add, 'failed', 'the list is full')],
    'I set a reminder: call Bob, Monday 2026-11-23 09:00 (UTC).\nI could not change your list: the list is full.',
  ],
])('%j', async (actions, told) => {
  expect(await tell(actions)).toBe(told);
});

test.each([
  ['Remind me to stretch every weekday at 8, please.', 'every weekday 8:00'],
  ['Erinnere mich bitte jeden Werktag um 8 daran, mich zu strecken.', 'jeden Werktag 8:00'],
  ["Rappelle-moi chaque jour ouvré à 8 h de m'étirer, s'il te plaît.", 'chaque jour ouvré 8:00'],
  ['Recuérdame cada día laborable a las 8 que me estire, por favor.', 'cada día laborable 8:00'],
  ['Lembra-me todos os dias úteis às 8 de me esticar, não te esqueças.', 'todos os dias úteis 8:00'],
  ['Ricordami ogni giorno feriale alle 8 di fare stretching, grazie.', 'ogni giorno feriale 8:00'],
])('%s', async (text, words) => {
  const rule = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8;BYMINUTE=0';
  const args = { action: 'create', text: 'x', starts_at: '2026-11-23T08:00', rule };
  const message = { text, at: '2026-11-22T10:30:00Z', speaker: 'user', trust: 'user' };
  expect(await tell([action('schedule', args, 'succeeded')], [], { message })).toContain(` x, ${words}, `);
});

test.each([
  [
    'In the background: 1. look up trains 2. compare them',
    'I will do this in the background, one step after another:\n1. look up trains\n2. compare them\nI will tell you when it is done.',
  ],
  [
    'Arbeite im Hintergrund daran: 1. look up trains 2. compare them',
    'Das erledige ich im Hintergrund, einen Schritt nach dem anderen:\n1. look up trains\n2. compare them\nIch sage dir, wenn es fertig ist.',
  ],
  [
    'En segundo plano: 1. look up trains 2. compare them',
    'Me ocupo de esto en segundo plano, un paso tras otro:\n1. look up trains\n2. compare them\nTe avisaré cuando esté hecho.',
  ],
])(
  'a task in the background is told with its steps, in the language of its order: %s',
  async (text, told) => {
    const args = { action: 'create', title: 'trains', steps: ['look up trains', 'compare them'] };
    const message = { text, at: '2026-11-22T10:30:00Z', speaker: 'user', trust: 'user' };
    expect(
      await tell([action('persistent_task', args, 'succeeded', 'The task tsk_1 runs.')], [], { message }),
    ).toBe(told);
  },
);

test('what became of a task or a mail otherwise', async () => {
  const task = (args: object, outcome: string, text: string) =>
    tell([action('persistent_task', args, outcome, text)]);
  expect(await task({ action: 'list' }, 'succeeded', 'Nothing runs in the background.')).toBe(
    'Nothing runs in the background.',
  );
  expect(await task({ action: 'create', steps: [] }, 'failed', 'expected 8 steps at most')).toBe(
    'I could not start that in the background: expected 8 steps at most.',
  );
  expect(await task({ action: 'cancel', task: 'x' }, 'failed', 'No task fits "x".')).toBe(
    'I could not stop that task: No task fits "x".',
  );
  const mail = { action: 'draft', to: 'ana@x.org', subject: 'Boat', text: 'It is ready.' };
  expect(await tell([action('mail', mail, 'succeeded', 'Kept as a draft.')])).toBe(
    'I wrote a draft to ana@x.org; it goes to your drafts, subject "Boat":\nIt is ready.',
  );
  expect(await tell([action('mail', { ...mail, action: 'send' }, 'succeeded')])).toBe(
    'The mail to ana@x.org is on its way, subject "Boat".',
  );
  expect(await tell([action('mail', { ...mail, action: 'send' }, 'denied')])).toBe(
    'I did not send the mail: you said no.',
  );
});

test('what waits for a yes is left to the request below the answer', async () => {
  const approval = {
    tool: 'shell',
    arguments: { command: 'rm -r build' },
    reason: 'It deletes files.',
  };
  const asked = { ...action('shell', approval.arguments, 'asked', 'Not run.') };
  expect(await tell([asked], [approval])).toBe('I have to ask you first.');
});

test('many actions are told briefly, and what waits for a yes is told all the same', async () => {
  const many = Array.from({ length: 30 }, (_, n) => action('mail', { n }, 'succeeded', `sent ${n}`));
  const approval = { tool: 'shell', arguments: { command: 'ls' }, reason: '' };
  const lines = (await tell(many, [approval])).split('\n');
  expect(lines).toHaveLength(7);
  expect(lines.at(-2)).toBe('And 25 more.');
  expect(lines.at(-1)).toBe('I have to ask you first.');
});

test('what was looked up answers where the prompt remembers nothing, and else its sources do', async () => {
  const recalled = [action('recall', { query: 'Ana' }, 'succeeded', 'Ana lives in Porto.')];
  expect(await tell(recalled)).toBe('Ana lives in Porto.');
  const exchangeId = `ex_${'1'.repeat(32)}`;
  const remembered = {
    id: exchangeId,
    exchangeId,
    kind: 'exchange',
    text: 'Ana lives in Porto.',
    at: '2026-11-20T10:30:00Z',
    speaker: 'user',
    trust: 'user',
    relevance: 0.9,
  };
  expect(await tell(recalled, [], { memory: [remembered] })).toContain(`[${exchangeId}]`);
});
