import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageSalience } from './message-salience.ts';
import { nameTopic } from './name-topic.ts';
import { isShortOrAnaphoric } from './short-text.ts';

test.each([
  ['Could you help me plan a trip to the Dolomites in June?', 'plan-trip-dolomites-june'],
  ['Wie heißt die Hauptstadt von Frankreich?', 'heisst-hauptstadt-frankreich'],
  ['Quiero reservar un hotel barato en Lisboa', 'hotel-barato-lisboa'],
  ['Où habite ma sœur Ana ?', 'habite-sœur-ana'],
])('%s is named %s', (text, name) => {
  expect(nameTopic(text)).toBe(name);
});

test('a name is never empty and has at most four words, whatever the text', () => {
  expect(nameTopic('why?')).toBe('why');
  expect(nameTopic('?!')).toBe('untitled');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const name = nameTopic(text);
      expect(name).toMatch(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+){0,3}$/u);
    }),
  );
});

test('a taken name gets a number', () => {
  expect(nameTopic('red roses', ['red-roses', 'red-roses-2'])).toBe('red-roses-3');
});

test.each([
  'yes',
  'ok',
  'Thanks a lot',
  'and that one?',
  'what about it?',
  'tell me more',
  'why?',
  'ja genau',
  'sí',
  'Danke!',
  '👍',
  '',
])('"%s" leans on what was said before', (text) => {
  expect(isShortOrAnaphoric(text)).toBe(true);
});

test.each([
  'What is the capital of France?',
  'I bought a new car today',
  'Reserva una mesa para dos en Lisboa',
  '东京的天气怎么样？',
])('"%s" stands on its own', (text) => {
  expect(isShortOrAnaphoric(text)).toBe(false);
});

test('salience rises with length, a question and trouble, and stays within 0 and 1', () => {
  expect(messageSalience('hm')).toBe(0.5);
  expect(messageSalience('Is it?')).toBeCloseTo(0.65);
  expect(
    messageSalience(`My heating is not working, can anybody help? ${'It is cold here. '.repeat(5)}`),
  ).toBe(1);
});
