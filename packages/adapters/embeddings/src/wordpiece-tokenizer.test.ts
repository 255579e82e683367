import { describe, expect, it } from 'vitest';
import { createWordpieceTokenizer } from './wordpiece-tokenizer.ts';

const PIECES = ['[PAD]', '[UNK]', 'un', '##aff', '##able', 'cafe', '!', '日', 'CAFE', 'able'];

describe('wordpiece tokenizer', () => {
  const tokenizer = createWordpieceTokenizer(PIECES, true);

  it('takes the longest piece from the left and marks where words start', () => {
    expect(tokenizer.encode('unaffable able')).toEqual({
      ids: [2, 3, 4, 9],
      wordStarts: [true, false, false, true],
    });
  });

  it('makes a word unknown as a whole when one part is', () => {
    expect(tokenizer.encode('unknowable').ids).toEqual([1]);
    expect(tokenizer.encode('a'.repeat(200)).ids).toEqual([1]);
  });

  it('drops accents with case, and lets punctuation and Chinese characters stand alone', () => {
    expect(tokenizer.encode('Café!日').ids).toEqual([5, 6, 7]);
    expect(createWordpieceTokenizer(PIECES, false).encode('CAFE').ids).toEqual([8]);
  });

  it('refuses a vocabulary without the unknown piece', () => {
    expect(() => createWordpieceTokenizer(['a'], true)).toThrow('[UNK]');
  });
});
