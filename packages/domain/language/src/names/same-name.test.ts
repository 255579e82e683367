import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { nameKey, nameWords, sameName, singular } from './same-name.ts';

describe('one name in two spellings', () => {
  it.each([
    ['The Lighthouse', 'lighthouse'],
    ['Café Zoé', 'cafe zoe'],
    ['running shoes', 'Running Shoe'],
    ['Marta’s', "marta's"],
    ["'Marta'", 'Marta'],
    ['my  sister', 'sister'],
    ['C#', 'c#'],
    ['ΝΙΚΟΣ', 'Νικος'],
    ['Νικο\u{1d6d3}', 'νικοσ'],
  ])('%s is %s', (a, b) => {
    expect(sameName(a, b)).toBe(true);
  });

  it.each([
    ['Anna Berg', 'Anna'],
    ['C', 'C#'],
    ['Hanna', 'Anna'],
    ['the', 'a'],
    ['…', '!'],
  ])('%s is not %s', (a, b) => {
    expect(sameName(a, b)).toBe(false);
  });

  it('has no key where there is no word, and none of more than a name has', () => {
    expect(nameKey('… !')).toBe('');
    expect(nameWords('a '.repeat(30_000))).toHaveLength(10_000);
  });
});

test.each([
  ['cities', 'city'],
  ['ties', 'tie'],
  ['boxes', 'box'],
  ['churches', 'church'],
  ['classes', 'class'],
  ['class', 'class'],
  ['campus', 'campus'],
  ['tennis', 'tennis'],
  ['physics', 'physics'],
  ['bus', 'bus'],
  ['gas', 'gas'],
  ['añs', 'añs'],
  ['gardens', 'garden'],
])('the singular of %s is %s', (plural, word) => {
  expect(singular(plural)).toBe(word);
});

test('article, capitals, marks and spaces make no difference, and every other word does', () => {
  const word = fc.stringMatching(/^[b-r]{4,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), word, (words, other) => {
      const name = words.join(' ');
      expect(sameName(`The ${words.join(' - ').toUpperCase()}!`, name)).toBe(true);
      expect(sameName(`${name} ${other}`, name)).toBe(false);
    }),
  );
});
