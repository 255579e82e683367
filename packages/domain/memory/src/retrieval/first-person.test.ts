import { expect, test } from 'vitest';
import { inFirstPerson } from './first-person.ts';

const speakers = new Set(['ana', 'jean-luc', 'józef']);

test.each([
  ['What did Ana research?', 'What did I research?'],
  ["What is Ana's favourite book?", 'What is my favourite book?'],
  ['Did ANA and Jean-Luc meet Józef’s aunt?', 'Did I and I meet my aunt?'],
  ['Where is Anatol?', 'Where is Anatol?'],
  ["What's new?", "What's new?"],
  ['', ''],
])('%s', (question, expected) => expect(inFirstPerson(question, speakers)).toBe(expected));

test('without speakers every question stays what it is', () => {
  expect(inFirstPerson('What did Ana do?', new Set())).toBe('What did Ana do?');
});
