import {
  buildSignals,
  coldSnapshot,
  decide,
  extractCues,
  freshRouterState,
  shippedPolicy,
} from '@salience/router';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findBackground, languageOfBackground, readBackground } from './background-orders.ts';
import { withoutManners } from './manners.ts';
import { planCalls } from './planner.ts';

const readDue = () => ({ kind: 'none' }) as const;
const plan = (
  text: string,
  tools: readonly string[] = ['persistent_task'],
  trust: 'user' | 'external' = 'user',
) =>
  planCalls({
    order: { text, at: '2026-11-22T10:30:00Z', speaker: 'user', trust },
    messages: [{ role: 'user', content: text }],
    tools,
    readDue,
  }).map(({ input, tool }) => [tool, JSON.parse(input) as unknown]);

const orders: readonly (readonly [text: string, title: string | undefined, ...steps: readonly string[]])[] = [
  ['In the background: first look up A; then B; then C', undefined, 'look up A', 'B', 'C'],
  [
    'Work on this in the background: 1. look up A 2. compare B 3. write C',
    undefined,
    'look up A',
    'compare B',
    'write C',
  ],
  [
    'Work on this in the background:\n1. look up A\n2. compare B\n   with care\n3) write C\nThanks!',
    undefined,
    'look up A',
    'compare B with care',
    'write C',
  ],
  [
    'Work on the move to Porto in the background: 1. find a van 2. pack',
    'move to Porto',
    'find a van',
    'pack',
  ],
  [
    'Please take care of the move in the background, step by step: 1. find a van 2. pack',
    'move',
    'find a van',
    'pack',
  ],
  [
    'Do these steps one after another in the background: collect the bills; write a list',
    undefined,
    'collect the bills',
    'write a list',
  ],
  ['Could you work on this in the background? First look up A, then B.', undefined, 'look up A', 'B'],
  ['In the background, look up A and then compare B.', undefined, 'look up A', 'compare B'],
  [
    'In the background look up A, compare B and C and write D.',
    undefined,
    'look up A',
    'compare B and C',
    'write D',
  ],
  ['Look up trains and then compare them in the background.', undefined, 'Look up trains', 'compare them'],
  [
    'Hi Sal! Please do this in the background:\n- book a boat\n- find a skipper',
    undefined,
    'book a boat',
    'find a skipper',
  ],
  [
    'Im Hintergrund: zuerst Züge heraussuchen; dann die Preise vergleichen; zuletzt eine Liste schreiben.',
    undefined,
    'Züge heraussuchen',
    'die Preise vergleichen',
    'eine Liste schreiben',
  ],
  [
    'Arbeite im Hintergrund daran: 1. Züge suchen 2. Preise vergleichen',
    undefined,
    'Züge suchen',
    'Preise vergleichen',
  ],
  [
    'Kümmere dich im Hintergrund um den Umzug: 1. Kisten kaufen 2. packen',
    'Umzug',
    'Kisten kaufen',
    'packen',
  ],
  [
    'Kannst du das im Hintergrund erledigen: 1. Züge suchen 2. vergleichen',
    undefined,
    'Züge suchen',
    'vergleichen',
  ],
  [
    'En arrière-plan : d’abord chercher les trains ; ensuite comparer les prix ; enfin écrire un résumé.',
    undefined,
    'chercher les trains',
    'comparer les prix',
    'écrire un résumé',
  ],
  [
    'Fais ces étapes l’une après l’autre en arrière-plan : 1. chercher 2. comparer',
    undefined,
    'chercher',
    'comparer',
  ],
  [
    'En segundo plano: primero busca trenes; luego compara los precios.',
    undefined,
    'busca trenes',
    'compara los precios',
  ],
  ['Haz estos pasos uno tras otro en segundo plano: 1. buscar 2. comparar', undefined, 'buscar', 'comparar'],
  [
    'Em segundo plano: primeiro procura comboios; depois compara os preços.',
    undefined,
    'procura comboios',
    'compara os preços',
  ],
  ['Trabalha nisto em segundo plano: 1. procurar 2. comparar', undefined, 'procurar', 'comparar'],
  [
    'In background: prima cerca i treni; poi confronta i prezzi.',
    undefined,
    'cerca i treni',
    'confronta i prezzi',
  ],
  [
    'Esegui questi passi uno dopo l’altro in background: 1. cercare 2. confrontare',
    undefined,
    'cercare',
    'confrontare',
  ],
];

describe('work of several steps in the background', () => {
  test.each(orders.map(([text, title, ...steps]) => ({ text, title, steps })))(
    '$text',
    ({ steps, text, title }) => {
      expect(plan(text)).toEqual([
        ['persistent_task', { action: 'create', title: title ?? steps.join('; '), steps }],
      ]);
    },
  );

  test.each(orders.map(([text]) => [text] as const))(
    'the router reads it as something to be done: %s',
    (text) => {
      const signals = buildSignals(extractCues(text), coldSnapshot);
      expect(decide(signals, shippedPolicy, freshRouterState)).toMatchObject({
        mode: 'ACT',
        needsTiebreak: false,
      });
    },
  );

  test.each([
    'In the background there is a tree; then a house.',
    'In the background, a dog barks. Then it stops.',
    'Play music in the background.',
    'In the background: look up trains to Porto.',
    'I work on this in the background: 1. a 2. b',
    'What is that in the background: 1. a dog 2. a cat?',
    'Im Hintergrund steht ein Baum, dann ein Haus.',
    'Le chien est en arrière-plan, puis il part.',
  ])('is not ordered by: %s', (text) => {
    expect(findBackground(text)).toBeUndefined();
  });

  test('a title of many steps is cut, the steps never', () => {
    const steps = Array.from({ length: 8 }, (_, n) => `write the chapter ${n + 1} of the long book`);
    const text = `Work on this in the background:\n${steps.map((step, n) => `${n + 1}. ${step}`).join('\n')}`;
    const { call } = findBackground(text) ?? {};
    expect(call?.arguments['steps']).toEqual(steps);
    expect(String(call?.arguments['title']).length).toBeLessThanOrEqual(120);
  });

  test('more steps than a task may have go to the skill, which says so: none is left out in silence', () => {
    const text = `Do this in the background: ${Array.from({ length: 11 }, (_, n) => `${n + 1}. part ${n}`).join(' ')}`;
    expect(findBackground(text)?.call.arguments['steps']).toHaveLength(11);
  });

  test('orders within its steps are steps; what stands before it is read as ever', () => {
    const text =
      'Clear my shopping list. In the background: 1. add milk to my list 2. look up the price of milk';
    expect(plan(text, ['persistent_task', 'list'])).toEqual([
      [
        'persistent_task',
        {
          action: 'create',
          title: 'add milk to my list; look up the price of milk',
          steps: ['add milk to my list', 'look up the price of milk'],
        },
      ],
      ['list', { action: 'clear', list: 'shopping' }],
    ]);
  });

  test('threat: a message from outside orders no work in the background (law 10)', () => {
    for (const [text] of orders) expect(plan(text, ['persistent_task'], 'external')).toEqual([]);
  });

  test('where no such skill is offered, nothing of it is ordered', () => {
    for (const [text] of orders) expect(plan(text, ['recall', 'focus'])).toEqual([]);
  });
});

describe('tasks in the background', () => {
  test.each<[text: string, call: object]>([
    ['What are you working on in the background?', { action: 'list' }],
    ['what background tasks are there?', { action: 'list' }],
    ['Show me my background tasks', { action: 'list' }],
    ['How is the background task about the move going?', { action: 'show', task: 'move' }],
    ['stop the background task about trains', { action: 'cancel', task: 'trains' }],
    ['Please cancel the background job trains.', { action: 'cancel', task: 'trains' }],
    ['stop the background task', { action: 'cancel' }],
    ['Woran arbeitest du gerade im Hintergrund?', { action: 'list' }],
    ['Welche Hintergrundaufgaben laufen?', { action: 'list' }],
    ['Zeig mir die Hintergrundaufgabe zum Umzug', { action: 'show', task: 'Umzug' }],
    ['Brich die Hintergrundaufgabe Züge ab', { action: 'cancel', task: 'Züge' }],
    ['Sur quoi travailles-tu en arrière-plan ?', { action: 'list' }],
    ['Quelles tâches en arrière-plan sont en cours ?', { action: 'list' }],
    ['Arrête la tâche en arrière-plan sur les trains', { action: 'cancel', task: 'trains' }],
    ['¿En qué trabajas en segundo plano?', { action: 'list' }],
    ['Cancela la tarea en segundo plano de los trenes', { action: 'cancel', task: 'trenes' }],
    ['Em que estás a trabalhar em segundo plano?', { action: 'list' }],
    ['Cancela a tarefa em segundo plano dos comboios', { action: 'cancel', task: 'comboios' }],
    ['A cosa stai lavorando in background?', { action: 'list' }],
    ["Annulla l'attività in background sui treni", { action: 'cancel', task: 'treni' }],
  ])('%s', (text, call) => {
    expect(plan(text)).toEqual([['persistent_task', call]]);
    const signals = buildSignals(extractCues(text), coldSnapshot);
    expect(decide(signals, shippedPolicy, freshRouterState).mode).toBe('ACT');
  });

  test.each(['What is that noise in the background?', 'How do background tasks work?', 'stop the music'])(
    'are not meant by: %s',
    (text) => {
      expect(readBackground(withoutManners(text))).toBeUndefined();
    },
  );
});

test('the words tell the language of the answer', () => {
  expect(languageOfBackground('En segundo plano: 1. uno 2. dos')).toBe('es');
  expect(languageOfBackground('Em segundo plano: 1. um 2. dois')).toBe('pt');
  expect(languageOfBackground('no words of it')).toBeUndefined();
});

test('any text is read, and a task has two steps or more and a title', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      'in the background',
      ': ',
      '; then ',
      '\n- ',
      '1. ',
      ' 2. ',
      'im Hintergrund',
      'look up',
      '. ',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const found = findBackground(pieces.join(''))?.call.arguments;
      if (found === undefined) return;
      expect((found['steps'] as string[]).length).toBeGreaterThanOrEqual(2);
      expect(found['title']).not.toBe('');
    }),
  );
});
