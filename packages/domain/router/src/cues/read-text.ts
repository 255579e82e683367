import { tokenise } from '@salience/language';

/** A stretch of text between punctuation marks. */
export interface Clause {
  /** Words, levelled: lower case, no accents, split at apostrophes and hyphens. */
  readonly tokens: readonly string[];
  /** True when a question mark ends it. */
  readonly asks: boolean;
  /** True when a mail address stands in it. */
  readonly address: boolean;
  /** True when an exclamation mark ends it. */
  readonly exclaims: boolean;
  /** True when a colon ends it: it heads what follows. */
  readonly heads: boolean;
}

/** A text taken apart, before any language is looked at. */
export interface ReadText {
  /** Characters without the white space around them. */
  readonly charCount: number;
  readonly clauses: readonly Clause[];
  readonly tokens: readonly string[];
  /** A question mark of any script, the Spanish opening one included. */
  readonly questionMark: boolean;
  readonly emojis: readonly string[];
  /** Holds what no sentence does: a formula, a path, a decimal, letters and digits in one word. */
  readonly technical: boolean;
}

const questionMarks = /[?？؟¿]/u;
/** Ends a clause: a mark before white space, a mark of a script without spaces, a line break, a dash. */
const clauseEnd = /([?？؟]+|[.!…;:,](?=\s|$)|[。，！、；]+|[¿¡\n()]+|\s[-–—]+\s|[!?]+)/u;
const mailAddress = /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.\p{L}/u;
/** "2x" and "x2" are amounts. */
const technical = /[=<>{}[\]\\/_|^~#%]|\p{N}[.,:]\p{N}|\p{L}\p{N}{2}|(?![xX])\p{L}\p{N}|\p{N}(?![xX])\p{L}/u;
const emojiPattern = /\p{Extended_Pictographic}/gu;
/** Takes a text apart into clauses and words. Works for every script; knows no language. */
export function readText(text: string): ReadText {
  const trimmed = text.trim();
  const clauses: Clause[] = [];
  const pieces = trimmed.split(clauseEnd);
  // With a capturing separator every second piece is the mark that ended the clause before it.
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = pieces[index] ?? '';
    const tokens = tokenise(piece);
    if (tokens.length === 0) continue;
    const mark = pieces[index + 1] ?? '';
    const asks = /[?？؟]/u.test(mark);
    const address = piece.includes('@') && mailAddress.test(piece);
    clauses.push({ tokens, asks, address, exclaims: mark.includes('!'), heads: mark === ':' });
  }
  return {
    charCount: trimmed.length,
    clauses,
    tokens: clauses.flatMap((clause) => clause.tokens),
    questionMark: questionMarks.test(trimmed),
    emojis: trimmed.match(emojiPattern) ?? [],
    technical: technical.test(trimmed),
  };
}
