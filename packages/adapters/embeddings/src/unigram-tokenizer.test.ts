import { describe, expect, it } from 'vitest';
import { createUnigramTokenizer, type VocabularyEntry } from './unigram-tokenizer.ts';

const VOCABULARY: readonly VocabularyEntry[] = [
  ['<unk>', 0],
  ['the', 0],
  ['\u2581the', -2],
  ['\u2581', -3],
  ['t', -4],
  ['h', -4],
  ['e', -4],
  ['cat', -5],
  ['c', -6],
  ['a', -6],
  ['at', -5],
  ['\u2581fi', -5],
];

const tokenizer = (lowerCase: boolean) =>
  createUnigramTokenizer(VOCABULARY, { lowerCase, reserved: 2, unknownId: 0 });

describe('unigram tokenizer', () => {
  it('takes the most probable cut, not the first or longest one', () => {
    // "cat" (-5) beats "c" + "at" (-11); "▁the" (-2) beats its letters.
    expect(tokenizer(true).encode('the cat')).toEqual({ ids: [2, 3, 7], wordStarts: [true, true, false] });
  });

  it('never matches reserved entries in text', () => {
    expect(tokenizer(true).encode('cat the').ids).toEqual([3, 7, 2]);
    expect(tokenizer(true).encode('athe').ids).not.toContain(1);
  });

  it('makes one unknown of a run of uncovered characters, whole code points at a time', () => {
    expect(tokenizer(true).encode('zzz\u{1F642}\u{1F642} cat').ids).toEqual([3, 0, 3, 7]);
  });

  it('lower-cases only when told to', () => {
    expect(tokenizer(true).encode('The CAT').ids).toEqual(tokenizer(true).encode('the cat').ids);
    expect(tokenizer(false).encode('CAT').ids).toEqual([3, 0]);
  });

  it('folds compatible Unicode forms and white space', () => {
    expect(tokenizer(true).encode('\uFB01').ids).toEqual([11]);
    expect(tokenizer(true).encode('  the \n\t cat ').ids).toEqual([2, 3, 7]);
  });

  it('finds nothing in blank text', () => {
    expect(tokenizer(true).encode(' \n ').ids).toEqual([]);
  });
});
