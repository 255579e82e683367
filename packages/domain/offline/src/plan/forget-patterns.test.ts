import { expect, test } from 'vitest';
import { readForget } from './forget-patterns.ts';

const moment = { now: new Date('2030-05-02T10:00:00Z'), zone: 'UTC' };
const asked = (said: string) => readForget(said, moment)?.arguments;

test.each([
  ['forget everything about Ana', 'Ana'],
  ['forget everything you know about my sister', 'my sister'],
  ['forget my sister Ana', 'my sister Ana'],
  ['vergiss alles über Ana', 'Ana'],
  ['oublie tout sur Ana', 'Ana'],
  ['olvida todo sobre mi hermana', 'mi hermana'],
  ['esquece tudo sobre a Ana', 'Ana'],
  ['dimentica tutto su Ana', 'Ana'],
  ['forget everything about me', 'user'],
])('%s: a person', (said, person) => {
  expect(asked(said)).toEqual({ person });
});

test.each([
  ['forget that I live in Lisbon', 'I live in Lisbon'],
  ['forget the fact that my name is Bob', 'my name is Bob'],
  ['forget what I told you about my salary', 'my salary'],
  ['forget everything about the party', 'the party'],
  ['vergiss, dass ich in Lissabon wohne', 'ich in Lissabon wohne'],
  ['vergiss, was ich dir über mein Gehalt erzählt habe', 'mein Gehalt'],
  ["oublie que j'habite à Lisbonne", "j'habite à Lisbonne"],
  ['oublie ce que je t’ai dit sur mon salaire', 'mon salaire'],
  ['olvida que vivo en Lisboa', 'vivo en Lisboa'],
  ['olvida lo que te dije sobre mi sueldo', 'mi sueldo'],
  ['esquece que eu moro em Lisboa', 'eu moro em Lisboa'],
  ['esquece o que te disse sobre o meu salário', 'o meu salário'],
  ['dimentica che vivo a Lisbona', 'vivo a Lisbona'],
  ['dimentica quello che ti ho detto sul mio stipendio', 'mio stipendio'],
])('%s: what says it', (said, statement) => {
  expect(asked(said)).toEqual({ statement });
});

test('what was said about a person is about the person', () => {
  expect(asked('forget what I told you about my sister')).toEqual({ person: 'my sister' });
  expect(asked('forget what I told you about Ana')).toEqual({ person: 'Ana' });
});

test.each([
  'forget what I said yesterday',
  'forget everything I told you yesterday',
  'vergiss, was ich gestern gesagt habe',
  "oublie ce que j'ai dit hier",
  'olvida lo que dije ayer',
  'esquece o que eu disse ontem',
  'dimentica quello che ho detto ieri',
])('%s: a day', (said) => {
  expect(asked(said)).toEqual({
    from: expect.stringContaining('2030-05-01T00:00'),
    to: expect.stringContaining('2030-05-02T00:00'),
  });
});

test.each(['forget that', 'vergiss das', 'oublie ça', 'olvida eso', 'esquece isso', 'dimentica questo'])(
  '%s: what was said before',
  (said) => {
    expect(asked(said)).toEqual({ last: true });
  },
);

test.each([
  "don't forget the milk",
  'forget about it',
  'forget that meeting',
  "don't forget that I live in Lisbon",
  'never forget that I live in Lisbon',
  'forget everything about it',
  'I forget names',
  'remove milk from my shopping list',
  'forget my focus',
])('%s: nothing', (said) => {
  expect(asked(said)).toBeUndefined();
});
