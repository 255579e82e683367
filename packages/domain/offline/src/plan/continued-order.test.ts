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
    ['no, oat milk', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
    ['not milk, oat milk', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
    ['oat milk instead', [{ ...add('milk'), action: 'remove' }, add('oat milk')]],
  ])('%s', (text, calls) => {
    expect(run(text, [added])).toEqual(calls);
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
    ['no, thanks', []],
    ['no, Bo', []],
    ['at 6 I go home', []],
  ])('%s', (text, calls) => {
    expect(run(text, [set])).toEqual(calls);
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
});
