import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractCues, openThing } from '../index.ts';

const opennessOf = (text: string) => extractCues(text).openness;

test.each([
  ['Tell me about lanterns', 'lanterns'],
  ['could you please find some information on Cardiff?', 'Cardiff'],
  ['I want to learn about beekeeping!', 'beekeeping'],
  ['Tell me about the lighthouse', 'the lighthouse'],
  ['Give me tram information', 'tram'],
  ['Hello, talk to me about jazz for a bit', 'jazz for a bit'],
  ['Erzähl mir etwas über Leuchttürme', 'Leuchttürme'],
  ['Ich suche Informationen zu Wärmepumpen, bitte.', 'Wärmepumpen'],
  ['Parle-moi des phares', 'phares'],
  ['Je cherche des renseignements sur la Bretagne', 'la Bretagne'],
  ['Háblame de los faros', 'los faros'],
  ['Quiero saber más sobre Bogotá', 'Bogotá'],
  ['Fala-me sobre faróis', 'faróis'],
  ['Procuro informações sobre Braga', 'Braga'],
  ['Parlami dei fari', 'fari'],
  ['Vorrei informazioni su Torino', 'Torino'],
])('%s leaves open what about it', (text, thing) => {
  expect(opennessOf(text)).toBeGreaterThanOrEqual(text.includes('jazz') ? 0.5 : 0.85);
  expect(openThing(text)).toBe(thing);
});

test.each([
  // One side of the thing is named.
  'Tell me about the causes of rust',
  'tell me about the side effects of iron tablets',
  'Find information about how to prune a vine',
  'Erzähl mir von den Ursachen der Inflation',
  'Parle-moi des effets de la caféine',
  'Háblame de los síntomas de la gripe',
  'Fala-me sobre as causas da guerra',
  'Parlami delle cause della guerra',
  // A question says what it wants.
  'What do otters eat?',
  'How long is a marathon?',
  'who painted that ceiling',
  'Wann fährt der letzte Bus?',
  'Où habite ma tante ?',
  '¿Cuánto cuesta el billete?',
  'Quem escreveu este livro?',
  'Quanto è alta la torre?',
  // A deed, a thing, somebody's own, something said before.
  'Book a table for two',
  'I need a new kettle',
  'Ich brauche ein Hotel in Bonn',
  'Tell me about my appointments',
  'tell me about yourself',
  'Tell me more about it',
  'thanks, that is all',
  'two teas and a scone',
  'ラーメンについて教えて',
  '',
])('%j leaves nothing open', (text) => {
  expect(opennessOf(text)).toBe(0);
});

describe('the more is said of a thing, the less is open', () => {
  test.each([
    ['Tell me about bridges', 'Tell me about old stone bridges', 'Tell me about old stone bridges in Wales'],
    [
      'Find information about tea',
      'Find information about growing green tea at home',
      'Find information about the price of tea',
    ],
    ['Tell me about kites', 'Tell me about kites for children', 'Tell me about the best kites for children'],
    ['Erzähl mir von Brücken', 'Erzähl mir von alten Brücken in Bonn', 'Erzähl mir von der Höhe der Brücke'],
    [
      'Tell me about hedgehogs',
      'Tell me about hedgehogs. We have one in our garden.',
      'Do hedgehogs sleep in winter?',
    ],
  ])('%s > %s > %s', (most, some, least) => {
    expect(opennessOf(most)).toBeGreaterThan(opennessOf(some));
    expect(opennessOf(some)).toBeGreaterThan(opennessOf(least));
  });
});

test('law 9: any text is between 0 and 1 open, and the thing is a part of it', () => {
  const wishes = fc.constantFrom('tell me about ', 'information on ', 'erzähl mir von ', '');
  fc.assert(
    fc.property(wishes, fc.string({ unit: 'grapheme', maxLength: 60 }), (wish, rest) => {
      const text = `${wish}${rest}`;
      expect(opennessOf(text)).toBeGreaterThanOrEqual(0);
      expect(opennessOf(text)).toBeLessThanOrEqual(1);
      expect(text.trim().replace(/\s+/gu, ' ')).toContain(openThing(text) ?? '');
    }),
  );
});

test.each([
  "I'm interested in lanterns",
  "I'm curious about beekeeping",
  "Let's talk about kites",
  'Ich interessiere mich für Leuchttürme',
  "Je m'intéresse aux phares",
  'Me interesan los faros',
  'Interesso-me por faróis',
  'Mi interessano i fari',
])('an interest is told, and asks for little: %s', (text) => {
  expect(opennessOf(text)).toBeLessThan(0.4);
});

test.each([
  'What do you know about lanterns?',
  'What can you tell me about Nora?',
  "What's new?",
  'Was weißt du über Leuchttürme?',
  "Was gibt's Neues?",
  'Gibt es Neuigkeiten?',
  'Que sais-tu des phares ?',
  'Quoi de neuf ?',
  '¿Qué sabes de los faros?',
  '¿Qué hay de nuevo?',
  'O que sabes dos faróis?',
  'O que há de novo?',
  'Che cosa sai dei fari?',
  'Ci sono novità?',
  'More details',
  'Plus de détails',
])('what asks for what the agent holds leaves nothing open: %s', (text) => {
  expect(opennessOf(text)).toBe(0);
});

test('a word that stands for something is open where nothing else is', () => {
  expect(openThing('Call her back')).toBe('her');
  expect(openThing('Do it!')).toBe('it');
  expect(openThing('Do that trick again')).toBe('that trick again');
  expect(openThing('Send that again')).toBe('that');
  expect(openThing('Call Bo back')).toBeUndefined();
});
