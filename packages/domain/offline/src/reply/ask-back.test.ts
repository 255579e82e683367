import type { ShownPrompt } from '@salience/context';
import { detectLanguage } from '@salience/language';
import { expect, test } from 'vitest';
import { askBack, asksForPart } from './ask-back.ts';
import { completeQuestion } from './complete-question.ts';

const prompt = (text: string, open?: ShownPrompt['open']): ShownPrompt => ({
  template: 'CLARIFY',
  agentName: '',
  open,
  person: undefined,
  memory: [],
  history: [],
  world: [],
  message: { text, at: '2026-02-01T09:00:00.000Z', speaker: 'user', trust: 'user' },
  actions: [],
  approvals: [],
  conclusion: undefined,
});
const asked = (text: string, open?: ShownPrompt['open']) => askBack(prompt(text, open), detectLanguage(text));

test.each([
  [
    'Tell me about lanterns!',
    'I know nothing about lanterns yet. What would you like to know, or to tell me?',
  ],
  [
    'Erzähl mir etwas über Leuchttürme',
    'Über „Leuchttürme“ weiß ich noch nichts. Was möchtest du wissen, oder mir erzählen?',
  ],
  ['Parle-moi des phares', 'Je ne sais encore rien sur « phares ». Que veux-tu savoir, ou me raconter ?'],
  ['Háblame de los faros', 'Todavía no sé nada sobre los faros. ¿Qué quieres saber, o contarme?'],
  ['Quero saber mais sobre faróis', 'Ainda não sei nada sobre faróis. O que queres saber, ou contar-me?'],
  ['Vorrei informazioni sui fari', 'Non so ancora nulla su fari. Che cosa vuoi sapere, o raccontarmi?'],
  ['do it', 'What do you mean by “it”?'],
  ['Call her back, please', 'Whom do you mean?'],
  ['Rufe ihn an', 'Wen meinst du?'],
  ['please add something to my packing list', 'What should I put on the list?'],
  ['Setze etwas auf die Einkaufsliste', 'Was soll ich auf die Liste setzen?'],
  ['Ajoute à la liste de courses', 'Que dois-je mettre sur la liste ?'],
  ['Envía un correo', '¿A quién escribo, a qué dirección, y qué?'],
  ['remind me of something', 'What should I remind you of, and when?'],
  ['Ricordami qualcosa', 'Che cosa devo ricordarti, e quando?'],
  ['Sort the cellar', 'What would you like to know or do about “Sort the cellar”?'],
])('what is open in "%s" is asked by its name', (text, question) => {
  expect(asked(text)).toBe(question);
});

test('what is known is offered: names as they are, the words of the person as theirs', () => {
  const two = { about: 'Nora', readings: ['Nora Pike', 'Nora Vance'] };
  expect(asked('When does Nora arrive?', two)).toBe('Which Nora do you mean: Nora Pike or Nora Vance?');
  expect(asked('Wann kommt Nora an?', two)).toBe('Was meinst du mit Nora: Nora Pike oder Nora Vance?');
  expect(
    asked('Where is Nora?', { about: 'Nora', readings: ['My aunt Nora', 'my boss Nora', 'Nora Pike'] }),
  ).toBe('Which Nora do you mean: your aunt Nora, your boss Nora or Nora Pike?');
  expect(asked('Wo ist Nora?', { about: 'Nora', readings: ['meine Tante Nora', 'meine Chefin Nora'] })).toBe(
    'Was meinst du mit Nora: „meine Tante Nora“ oder „meine Chefin Nora“?',
  );
});

test('what something was told of is asked about without saying that nothing is known', () => {
  const told = {
    exchangeId: 'ex_1',
    at: '2026-02-01T08:00:00.000Z',
    speaker: 'user',
    trust: 'user',
  } as const;
  const ask = (text: string) =>
    askBack({ ...prompt('Tell me about lanterns'), history: [{ ...told, text, reply: 'Noted.' }] }, 'en');
  expect(ask('The lanterns hang in the hall.')).toBe('What would you like to know about lanterns?');
  expect(ask('Tell me about lanterns')).toMatch(/^I know nothing about lanterns yet\./);
});

test('the part of an order that a reply asks for is told apart from other questions', () => {
  expect(asksForPart(asked('Ricordami qualcosa'))).toBe('what');
  expect(asksForPart(asked('Ajoute à la liste de courses'))).toBe('item');
  expect(asksForPart(asked('Tell me about lanterns'))).toBeUndefined();
});

test('an answer and what was asked before are one question', () => {
  const read = (completes: string, text: string) => completeQuestion({ completes, text }, 'en');
  expect(read('Tell me about lanterns', 'who invented them')).toMatchObject({
    kind: 'who',
    stems: ['lantern', 'invent'],
    anaphoric: false,
  });
  expect(read('Tell me about lanterns', 'their history')).toMatchObject({ kind: 'about' });
  expect(read('When does Nora arrive?', 'Nora Pike')).toMatchObject({ kind: 'when', said: ['nora', 'pik'] });
  expect(completeQuestion({ text: 'their history' }, 'en')).toBeUndefined();
});
