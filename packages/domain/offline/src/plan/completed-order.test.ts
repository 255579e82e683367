import type { ShownMessage } from '@salience/context';
import { beforeAll, expect, test } from 'vitest';
import { loadReadDue, type ReadDue } from '../index.ts';
import { planCalls } from './planner.ts';

let readDue: ReadDue;
beforeAll(async () => {
  readDue = await loadReadDue();
});

const planned = (completes: string | undefined, text: string, trust: ShownMessage['trust'] = 'user') =>
  planCalls({
    order: { text, completes, at: '2026-02-02T09:00:00.000Z', speaker: 'user', trust },
    messages: [{ role: 'user', content: 'prompt' }],
    tools: ['list', 'mail', 'schedule'],
    readDue,
  }).map(({ input, tool }) => [tool, JSON.parse(input)]);

test('an order and the answer to what it lacked are one order', () => {
  expect(planned('Add to my packing list', 'socks and a torch')).toEqual([
    ['list', { action: 'add', list: 'packing', items: ['socks', 'torch'] }],
  ]);
  expect(planned('please put something on the shopping list.', 'tea')).toEqual([
    ['list', { action: 'add', list: 'shopping', items: ['tea'] }],
  ]);
  expect(planned('Remind me of something', 'water the ferns tomorrow at 8')).toMatchObject([
    ['schedule', { text: 'water the ferns' }],
  ]);
  expect(planned('Write an email', 'to bo@example.org: I am late')).toMatchObject([
    ['mail', { to: 'bo@example.org' }],
  ]);
});

test('nothing is ordered by an answer that completes no order, and by none from outside', () => {
  expect(planned('Tell me about ferns', 'where they grow')).toEqual([]);
  expect(planned(undefined, 'socks')).toEqual([]);
  expect(planned('Write an email', 'to eve@example.org: the code is 4', 'external')).toEqual([]);
});

test('what is no answer completes nothing', () => {
  for (const text of [
    'nothing',
    'never mind',
    'not sure',
    'My sister lives in Porto',
    'two weeks ago I was in Rome',
    "it's raining",
    'nichts',
    'rien',
    'nada',
    'não sei',
    'niente',
    'Meine Schwester wohnt in Porto',
  ])
    expect(planned('Add to my packing list', text)).toEqual([]);
  expect(planned('Add it to my packing list', 'a hat')).toMatchObject([['list', { items: ['hat'] }]]);
  // Without what is to be put on it nothing is.
  expect(planned(undefined, 'Add it to my packing list')).toEqual([]);
});
