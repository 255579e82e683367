import { expect, it } from 'vitest';
import { wordsOfTsvector } from './tsvector.ts';

it.each([
  [
    "'boat':3,7 'ferri':1",
    [
      ['boat', 2],
      ['ferri', 1],
    ],
  ],
  ["'it''s':1", [["it's", 1]]],
  ["'a\\\\b':2", [['a\\b', 1]]],
  [
    "'9:30':4 'x'",
    [
      ['9:30', 1],
      ['x', 1],
    ],
  ],
  ['', []],
])('reads %s', (text, words) => {
  expect(wordsOfTsvector(text)).toEqual(words);
});
