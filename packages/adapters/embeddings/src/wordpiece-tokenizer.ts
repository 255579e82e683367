import type { Tokenizer } from './tokenizer.ts';

const UNKNOWN = '[UNK]';
const CONTINUES = '##';
// Words longer than this are unknown, as in the models' own tokenizers.
const LONGEST_WORD = 100;
const MARKS = /\p{Mn}/gu;
const INVISIBLE = /[\p{Cc}\p{Cf}\uFFFD]/gu;
// Punctuation, symbols of ASCII, and Chinese characters each stand alone.
const ALONE = /[\p{P}$+<=>^`|~]|\p{Script=Han}/gu;

/**
 * A tokenizer for models with a WordPiece vocabulary (the BERT family: MiniLM, bge, gte): words, then greedily
 * the longest known pieces. Accents are dropped where case is. Throws a `RangeError` when `[UNK]` is not listed.
 */
export function createWordpieceTokenizer(pieces: readonly string[], lowerCase: boolean): Tokenizer {
  const ids = new Map(pieces.map((piece, id) => [piece, id]));
  const unknownId = ids.get(UNKNOWN);
  if (unknownId === undefined) throw new RangeError(`the vocabulary lists no ${UNKNOWN}`);
  return {
    encode(text) {
      const encoded = words(text, lowerCase).map((word) => cut(word, ids, unknownId));
      return {
        ids: encoded.flat(),
        wordStarts: encoded.flatMap((parts) => parts.map((_, place) => place === 0)),
      };
    },
  };
}

function words(text: string, lowerCase: boolean): string[] {
  const spaced = text.replace(/\s+/gu, ' ').replace(INVISIBLE, '');
  const folded = lowerCase ? spaced.toLowerCase().normalize('NFD').replace(MARKS, '') : spaced;
  return folded
    .replace(ALONE, ' $& ')
    .split(' ')
    .filter((word) => word !== '');
}

function cut(word: string, ids: ReadonlyMap<string, number>, unknownId: number): number[] {
  if (word.length > LONGEST_WORD) return [unknownId];
  const parts: number[] = [];
  let start = 0;
  while (start < word.length) {
    const prefix = start === 0 ? '' : CONTINUES;
    let end = word.length;
    while (end > start && !ids.has(prefix + word.slice(start, end))) end -= 1;
    // One part that is not covered makes the whole word unknown: that is how these models were trained.
    if (end === start) return [unknownId];
    parts.push(ids.get(prefix + word.slice(start, end)) ?? unknownId);
    start = end;
  }
  return parts;
}
