import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, nameWords, sameName, singular } from './same-name.ts';
import { areNested, areSpelledAlike, haveSameNumbers } from './spelled-alike.ts';

describe('two names', () => {
  it.each([
    ['the Quilts', 'QUILT'],
    ['Éclairs', 'eclair'],
    ["Ana's café", 'ana cafe'],
    ['ice-cream', 'Ice cream'],
    ['My old cars', 'old car'],
    ['Parties', 'party'],
    ['C++', 'c++'],
    ["O'Neil", 'o’neil'],
  ])('%s and %s are the same', (a, b) => expect(sameName(a, b)).toBe(true));

  it.each([
    ['C++', 'C#'],
    ['C', 'C++'],
    ['Ana', 'Anna'],
    ['Room 1', 'Room 2'],
    ['physics', 'physic'],
    ['the', 'a'],
    ['!', '?'],
    ['', ''],
  ])('%s and %s are not', (a, b) => expect(sameName(a, b)).toBe(false));

  it('are compared by a key that is its own key', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('the', 'Ana', "cats'", 'boxes', 'Zoë', '7', 'C#', '?')),
        (words) => {
          const key = nameKey(words.join(' '));
          expect(nameWords(key).join(' ')).toBe(key);
        },
      ),
    );
  });

  it('a leading article alone is a name', () => expect(nameKey('the')).toBe('the'));
});

describe('the singular', () => {
  it.each([
    ['quilts', 'quilt'],
    ['boxes', 'box'],
    ['churches', 'church'],
    ['parties', 'party'],
    ['ties', 'tie'],
    ['glass', 'glass'],
    ['bus', 'bus'],
    ['tennis', 'tennis'],
    ['physics', 'physics'],
    ['gas', 'gas'],
    ['maßs', 'maßs'],
  ])('of %s is %s', (word, expected) => expect(singular(word)).toBe(expected));
});

describe('keys are spelled alike', () => {
  it.each([
    ['new york', 'newyork'],
    ['postgres', 'postgresql'],
    ['nyc marathon', 'new york city marathon'],
  ])('%s and %s', (a, b) => {
    expect(areSpelledAlike(a, b)).toBe(true);
    expect(areSpelledAlike(b, a)).toBe(true);
  });

  it.each([
    ['cat', 'cats'],
    ['postgres', 'postgresqlserver'],
    ['monday meeting', 'friday meeting'],
    ['ana', 'ana lopez'],
    ['c marathon', 'new york city marathon'],
  ])('but not %s and %s', (a, b) => expect(areSpelledAlike(a, b)).toBe(false));
});

describe('keys are nested', () => {
  it('where one holds all words of the other', () => {
    expect(areNested('ana', 'ana lopez')).toBe(true);
    expect(areNested('ana lopez', 'ana')).toBe(true);
    expect(areNested('ana ruiz', 'ana lopez')).toBe(false);
  });
});

describe('numbers in names', () => {
  it('are the same in the same order', () => {
    expect(haveSameNumbers('room 12', 'Room 12 B')).toBe(true);
    expect(haveSameNumbers('a', 'b')).toBe(true);
    expect(haveSameNumbers('room 1 of 2', 'room 2 of 1')).toBe(false);
  });
});
