import { expect, test } from 'vitest';
import { createThoughtStripper, stripThoughts, withoutLeadingThoughts } from './thoughts.ts';

const cases = [
  ['Hello', 'Hello'],
  ['  indented', '  indented'],
  ['<think>hm</think>\n\nHello', 'Hello'],
  ['\n<thinking>hm</thinking><think>more</think> Hello', 'Hello'],
  ['The tag <think> opens a thought.', 'The tag <think> opens a thought.'],
  ['<thin air>', '<thin air>'],
  ['<think>never ends', ''],
  ['<think', '<think'],
  ['', ''],
] as const;

test.each(cases)('%s', (text, kept) => {
  expect(withoutLeadingThoughts(text)).toBe(kept);
  // However it is cut, the pieces make the same text.
  const stripper = createThoughtStripper();
  expect(Array.from(text, (piece) => stripper.push(piece)).join('') + stripper.end()).toBe(kept);
});

test.each([
  ['<think>a</think>Looking. <think>b</think>Found.', 'Looking. Found.'],
  ['Looking. <think>and then', 'Looking.'],
  ['swallowed beginning</think>Looking.', 'Looking.'],
])('a whole answer: %s', (text, kept) => {
  expect(stripThoughts(text)).toBe(kept);
});
