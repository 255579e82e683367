import type { ShownHistoryItem } from '@salience/context';
import { loadReadDue, type ReadDue } from '@salience/due-times';
import { beforeAll, describe, expect, it } from 'vitest';
import { planCalls } from './planner.ts';

let readDue: ReadDue;
beforeAll(async () => {
  readDue = await loadReadDue();
}, 180_000);

const said = (text: string, reply = 'Done.', more: Partial<ShownHistoryItem> = {}): ShownHistoryItem => ({
  exchangeId: 'ex_1',
  at: '2026-11-23T08:59:00Z',
  speaker: 'user',
  trust: 'user',
  text,
  reply,
  ...more,
});

/** Every call of a run, in order: each is planned when the one before it was made. */
function run(text: string, history: readonly ShownHistoryItem[]): unknown[] {
  const order = {
    text,
    at: '2026-11-23T09:00:00Z',
    zone: 'Europe/Berlin',
    speaker: 'user',
    trust: 'user',
  } as never;
  const messages: unknown[] = [{ role: 'user', content: text }];
  const made: unknown[] = [];
  for (let round = 0; round < 5; round += 1) {
    const [call] = planCalls({
      order,
      messages: messages as never,
      tools: ['list', 'schedule'],
      history,
      readDue,
    });
    if (call === undefined) return made;
    const args: unknown = JSON.parse(call.input);
    made.push(args);
    messages.push({ role: 'assistant', calls: [{ tool: call.tool, arguments: args }] });
  }
  throw new Error('expected the run to end');
}

const add = (...items: string[]) => ({ action: 'add', list: 'shopping', items });

describe('a list', () => {
  const added = said('add milk to my shopping list');

  it.each<[string, unknown[]]>([
    ['and eggs', [add('eggs')]],
    ['and also butter and bread please', [add('butter', 'bread')]],
    ['plus two lemons', [add('two lemons')]],
    ['and 2 shirts, 3 socks and a hat', [add('2 shirts', '3 socks', 'hat')]],
    ['and a can of beans', [add('can of beans')]],
    ['two bottles of water', [add('two bottles of water')]],
    ['and bath salts', [add('bath salts')]],
    ['no, oat milk', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
    ['not milk, oat milk', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
    ['oat milk instead', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
  ])('%s', (text, calls) => {
    expect(run(text, [added])).toEqual(calls);
  });

  it.each([
    'no rush',
    'no problem',
    'no hurry',
    'no doubt',
    'no chance',
    'better now',
    'wait, one moment',
    'no, wrong list',
    'no, not that',
    'sorry, my mistake',
    'no, to my party list',
    'a long day',
    'and a nice day',
    'and a happy new year',
    "I'll have a shower",
    'Not bad',
    'And one question',
    'and a big hug',
    'and soon',
    'and that',
    'and a half',
    'and nothing else',
    'two weeks ago',
    'no, 6 people',
    'no bread',
    'no, I hate milk',
    'and my sister said hello',
    'and a good wine',
    'also, good night',
  ])('nothing is put on it or taken off by: %s', (text) => {
    expect(run(text, [added])).toEqual([]);
  });

  const remove = (item: string) => ({ ...add(item), action: 'remove' });

  it('what shares a word with the new thing is replaced, else what was added last', () => {
    expect(run('no, oat milk', [added, said('and eggs')])).toEqual([remove('milk'), add('oat milk')]);
    expect(run('no, tofu', [added, said('and eggs')])).toEqual([remove('eggs'), add('tofu')]);
    const replaced = [added, said('and eggs'), said('no, oat milk'), said('and two lemons')];
    expect(run('not eggs, tofu', replaced)).toEqual([remove('eggs'), add('tofu')]);
    expect(run('no, soy milk', [said('add oat milk and rice milk to my shopping list')])).toEqual([]);
    expect(run('no, eggs', [added, said('and eggs')])).toEqual([]);
  });

  it('what was just added is taken back by its name, or as what came last', () => {
    expect(run('no butter', [added, said('butter too')])).toEqual([remove('butter')]);
    expect(run('no, no butter', [added, said('and butter')])).toEqual([remove('butter')]);
    expect(run('no, remove it', [added, said('and butter')])).toEqual([remove('butter')]);
    expect(run('and flour', [added, said('no, remove it')])).toEqual([add('flour')]);
  });

  it('the answer to what should be different makes the change', () => {
    const open = [added, said('no, not that', 'I changed nothing on the list. What should be different?')];
    expect(run('lentils', open)).toEqual([remove('milk'), add('lentils')]);
    expect(run('nothing', open)).toEqual([]);
    expect(run('My aunt came home', open)).toEqual([]);
  });

  it('goes on over several fragments', () => {
    expect(run('and flour', [added, said('and eggs')])).toEqual([add('flour')]);
    expect(run('and flour', [said('take milk off my shopping list')])).toEqual([
      { ...add('flour'), action: 'remove' },
    ]);
  });

  it('which of several items was wrong is not guessed, but what is named is taken', () => {
    const both = said('add milk and eggs to my shopping list');
    expect(run('no, flour', [both])).toEqual([]);
    expect(run('not eggs, flour', [both])).toEqual([{ ...add('eggs'), action: 'remove' }, add('flour')]);
  });

  it.each(['no', 'and what is on it?', 'lovely weather', 'thanks', 'and I went home'])(
    'is left alone by: %s',
    (text) => {
      expect(run(text, [added])).toEqual([]);
    },
  );

  it('only what the same person said just before is gone on with', () => {
    expect(run('and eggs', [])).toEqual([]);
    expect(run('and eggs', [{ ...added, speaker: 'bo' }])).toEqual([]);
    expect(run('and eggs', [{ ...added, trust: 'external' }])).toEqual([]);
    expect(run('and eggs', [added, said('what is the time?')])).toEqual([]);
  });
});

describe('a reminder', () => {
  const set = said('remind me to call Anna tomorrow at 17:00');
  const cancel = { action: 'cancel', reminder: 'call Anna' };
  const create = (due: string) => ({ action: 'create', text: 'call Anna', due_at: due });

  it.each<[string, unknown[]]>([
    ['no, at 6', [cancel, create('2026-11-24T18:00:00+01:00')]],
    ['at 18:30 instead', [cancel, create('2026-11-24T18:30:00+01:00')]],
    ['make it 7 pm', [cancel, create('2026-11-24T19:00:00+01:00')]],
    ['not tomorrow, on Friday', [cancel, create('2026-11-27T17:00:00+01:00')]],
    ['and on Friday', [create('2026-11-27T17:00:00+01:00')]],
    ['no, at 9 pm', [cancel, create('2026-11-24T21:00:00+01:00')]],
    [
      'and every Monday',
      [{ action: 'create', text: 'call Anna', starts_at: '2026-11-23T17:00', rule: 'FREQ=WEEKLY;BYDAY=MO' }],
    ],
    ['cancel it', [cancel]],
    ['no, not tomorrow', []],
    ['and in the evening', []],
    ['and next week', []],
    ['no, yesterday', []],
    ['no, on Friday is my birthday', []],
    ['no, thanks', []],
    ['no, Bo', []],
    ['at 6 I go home', []],
  ])('%s', (text, calls) => {
    expect(run(text, [set])).toEqual(calls);
  });

  it('is not set again where the first one could not be cancelled', () => {
    const order = { text: 'no, at 6', at: '2026-11-23T09:00:00Z', speaker: 'user', trust: 'user' } as const;
    const after = (failed: boolean) =>
      planCalls({
        order,
        messages: [
          { role: 'user', content: order.text },
          { role: 'assistant', content: '', calls: [{ id: 'c1', tool: 'schedule', arguments: cancel }] },
          { role: 'tool', results: [{ callId: 'c1', text: 'Several reminders fit.', failed }] },
        ] as never,
        tools: ['schedule'],
        history: [set],
        readDue,
      });
    expect(after(false)).toHaveLength(1);
    expect(after(true)).toEqual([]);
  });

  it('one that comes by a rule keeps the rule', () => {
    const weekly = said('remind me to call Anna every Monday at 9:00');
    const by = (starts: string, day: string) => ({
      action: 'create',
      text: 'call Anna',
      starts_at: starts,
      rule: `FREQ=WEEKLY;BYDAY=${day}`,
    });
    expect(run('no, at 10', [weekly])).toEqual([cancel, by('2026-11-30T10:00', 'MO')]);
    expect(run('no, on Friday', [weekly])).toEqual([cancel, by('2026-11-27T09:00', 'FR')]);
    expect(run('no, every Friday', [weekly])).toEqual([cancel, by('2026-11-27T09:00', 'FR')]);
    expect(run('no, tomorrow', [weekly])).toEqual([]);
  });

  it('is set by what was asked for, in one message or in several', () => {
    const lacking = said('Remind me', 'What should I remind you of, and when?');
    expect(run('to call Anna tomorrow at 17:00', [lacking])).toEqual([create('2026-11-24T17:00:00+01:00')]);
    const unset = 'No reminder is set yet. When shall it come?';
    expect(run('tomorrow at 17:00', [lacking, said('to call Anna', unset)])).toEqual([
      create('2026-11-24T17:00:00+01:00'),
    ]);
    expect(run('nothing', [lacking])).toEqual([]);
  });

  it('a reply that is withheld hides no question of ours', () => {
    const hidden = 'words from outside, not shown';
    const asked = [said('remind me to call Anna', hidden), said('tomorrow at 5', hidden)];
    expect(run('17', asked)).toEqual([create('2026-11-24T17:00:00+01:00')]);
    expect(run('17', [...asked, said('tell me about ferns', hidden)])).toEqual([]);
    expect(run('to call Anna tomorrow at 17:00', [said('Remind me', hidden)])).toEqual([
      create('2026-11-24T17:00:00+01:00'),
    ]);
    expect(run('on Friday', [set, said('no, not tomorrow', hidden)])).toHaveLength(2);
    expect(run('to call Anna tomorrow at 17:00', [said('Hello', hidden)])).toEqual([]);
    const list = [said('add bread to my party list', hidden), said('no, to my other list', hidden)];
    expect(run('and tofu', list)).toEqual([{ action: 'add', list: 'party', items: ['tofu'] }]);
  });

  it('the day that is meant is the answer to what should be different; what was taken back is gone on with no more', () => {
    const open = said('no, not tomorrow', 'I changed nothing. What should be different?');
    expect(run('on Friday', [set, open])).toEqual([cancel, create('2026-11-27T17:00:00+01:00')]);
    expect(run('no, at 11', [set, said('cancel it')])).toEqual([]);
  });

  it('is changed after its time was asked for, and again after that', () => {
    const asked = said('remind me to call Anna', 'No reminder is set yet. When shall it come?');
    const answered = said('tomorrow at 17:00');
    expect(run('no, at 6', [asked, answered])).toEqual([cancel, create('2026-11-24T18:00:00+01:00')]);
    expect(run('no, at 19:00', [asked, answered, said('no, at 6')])).toEqual([
      cancel,
      create('2026-11-24T19:00:00+01:00'),
    ]);
  });

  it.each([
    ['Erinnere mich morgen um 17 Uhr daran, Anna anzurufen', 'nein, um 18 Uhr', 'Anna anzurufen'],
    ["Rappelle-moi demain à 17h d'appeler Anna", 'non, à 18h', 'appeler Anna'],
    ['Recuérdame mañana a las 17:00 llamar a Anna', 'no, a las 18:00', 'llamar a Anna'],
    ['Lembra-me amanhã às 17h de ligar à Anna', 'não, às 18h', 'ligar à Anna'],
    ['Ricordami domani alle 17 di chiamare Anna', 'no, alle 18', 'chiamare Anna'],
  ])('%s', (order, change, text) => {
    expect(run(change, [said(order)])).toEqual([
      { action: 'cancel', reminder: text },
      { action: 'create', text, due_at: '2026-11-24T18:00:00+01:00' },
    ]);
  });

  it.each([
    ['Erinnere mich morgen um 17 Uhr daran, Anna anzurufen', 'nein, um 18 Uhr', 'und am Freitag'],
    ["Rappelle-moi demain à 17h d'appeler Anna", 'non, à 18h', 'et vendredi'],
    ['Recuérdame mañana a las 17:00 llamar a Anna', 'no, a las 18:00', 'y el viernes'],
    ['Lembra-me amanhã às 17h de ligar à Anna', 'não, às 18h', 'e na sexta'],
    ['Ricordami domani alle 17 di chiamare Anna', 'no, alle 18', 'e venerdì'],
  ])('%s: %s: %s', (order, change, more) => {
    expect(run(more, [said(order), said(change)])).toMatchObject([{ due_at: '2026-11-27T18:00:00+01:00' }]);
  });
});
