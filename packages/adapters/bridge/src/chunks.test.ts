import { expect, test } from 'vitest';
import { chunkMax, chunksOf } from './chunks.ts';

test('a text is cut between paragraphs, lines, sentences and words, in this order', () => {
  expect(chunksOf('short')).toEqual(['short']);
  expect(chunksOf('')).toEqual([]);
  const [a, b] = ['a'.repeat(1_200), 'b'.repeat(1_200)];
  for (const between of ['\n\n', '\n', '. ', ' '])
    expect(chunksOf(`${a}${between}${b}`)).toEqual([between === '. ' ? `${a}.` : a, b]);
});

test('no piece is too long, blank or ends inside a character, and nothing is lost', () => {
  for (const text of [
    '😀'.repeat(3_000),
    'x'.repeat(9_999),
    `${' '.repeat(2_500)}end`,
    `a${'😀'.repeat(1_500)}`,
  ]) {
    const chunks = chunksOf(text);
    expect(
      chunks.every((chunk) => chunk.length <= chunkMax && chunk.trim() !== '' && chunk.isWellFormed()),
    ).toBe(true);
    expect(chunks.join('')).toBe(text.trim());
  }
});
