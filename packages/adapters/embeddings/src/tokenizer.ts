/** A text as the numbers of its pieces. */
export interface Pieces {
  readonly ids: readonly number[];
  /** For each piece, whether a word starts with it: the good places to cut a long text. */
  readonly wordStarts: readonly boolean[];
}

/** Cuts text into the pieces a model knows; the same text always gives the same pieces. */
export interface Tokenizer {
  /** The pieces of a text, without any markers the model wants around them. Empty for blank text. */
  encode(text: string): Pieces;
}

/** Text in one compatible Unicode form (NFKC), runs of white space as one space, none at the ends. */
export function foldText(text: string, lowerCase: boolean): string {
  const folded = text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return lowerCase ? folded.toLowerCase() : folded;
}
