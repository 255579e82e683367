/** A stretch of text between punctuation marks. */
export interface Clause {
  /** Words, levelled: lower case, no accents, split at apostrophes and hyphens. */
  readonly tokens: readonly string[];
  /** True when a question mark ends it. */
  readonly asks: boolean;
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
}

const questionMarks = /[?？؟¿]/u;
/** Ends a clause: a mark before white space, a mark of a script without spaces, a line break, a dash. */
const clauseEnd = /([?？؟]+|[.!…;:,](?=\s|$)|[。，！、；]+|[¿¡\n()]+|\s[-–—]+\s|[!?]+)/u;
const tokenPattern = /[\p{L}\p{N}]+/gu;
const emojiPattern = /\p{Extended_Pictographic}/gu;
/** Scripts that write words without spaces; their words are taken as two characters long. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Words of a text, levelled so that tables and messages compare equal: lower case, accents dropped,
 * "ß" as "ss", drawn-out letters once ("hiii" is "hi"), split at apostrophes and hyphens ("what's" is "what", "s").
 */
export function tokenise(text: string): string[] {
  const levelled = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/(\p{L})\1{2,}/gu, '$1');
  const found = levelled.match(tokenPattern) ?? [];
  return found.flatMap((token) => (spaceless.test(token) ? (token.match(/.{1,2}/gsu) ?? []) : [token]));
}

/** Takes a text apart into clauses and words. Works for every script; knows no language. */
export function readText(text: string): ReadText {
  const trimmed = text.trim();
  const clauses: Clause[] = [];
  const pieces = trimmed.split(clauseEnd);
  // With a capturing separator every second piece is the mark that ended the clause before it.
  for (let index = 0; index < pieces.length; index += 2) {
    const tokens = tokenise(pieces[index] ?? '');
    if (tokens.length > 0) clauses.push({ tokens, asks: /[?？؟]/u.test(pieces[index + 1] ?? '') });
  }
  return {
    charCount: trimmed.length,
    clauses,
    tokens: clauses.flatMap((clause) => clause.tokens),
    questionMark: questionMarks.test(trimmed),
    emojis: trimmed.match(emojiPattern) ?? [],
  };
}
