import { expect, it } from 'vitest';
import { mentions } from '../src/names.ts';

// As in rooms and on Bridges.
it.each([
  ['@Andre what do you think?', 'Andre', true],
  ['＠Ａｎｄｒé’s idea', '@Andre', true],
  ['@Andrew said so', 'Andre', false],
  ['@andre_w said so', 'Andre', false],
  ['@andre-marie said so', 'Andre', false],
  ['mail me at me@andre.example', 'Andre', false],
  ['meet me @ Andre', 'Andre', false],
  ['@Mary Ann, please', 'mary-ann', true],
  ['@maryann, please', 'mary_ann', true],
  ['@a.b', 'a+b', false],
  ['@(', '(', true],
  ['@abc', '@', false],
])('in "%s" names "%s": %s', (text, name, is) => {
  expect(mentions(text, [name])).toBe(is);
});
