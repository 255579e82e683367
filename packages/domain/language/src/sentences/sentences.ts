// A point ends nothing between digits, after the day of a date ("12. Juni") and after the short form of a word.
const sentence =
  /(?:[^.!?\n]|(?<=\d)\.(?=\d|\s(?:\p{Ll}|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))|(?<=(?<!\p{L})(?:Mr|Mrs|Ms|Dr|St|Prof|Sra?|Sig|ca|vs|[ap]\.m|[ap](?=\.m\.)|z(?=\.\s?B)|z\.\s?B))\.(?=\s?\p{L}))+[.!?]*/gu;

/** The sentences of a text, without the white space around them. */
export function sentencesOf(text: string): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(sentence), ({ 0: found, index }) => {
    const lead = found.length - found.trimStart().length;
    return { start: index + lead, end: index + found.trimEnd().length };
  }).filter(({ start, end }) => end > start);
}

/** A sentence of a question, and the mark that ends it. */
export interface MarkedSentence {
  /** In lower case, without the mark that ends it. */
  readonly words: string;
  readonly mark: string;
}

// A full stop behind a number of two figures belongs to it: "am 3. Dezember".
export const sentenceEnd = /(?<!(?<!\d)\d{1,2})(\.+)(?=\s|$)|([!?…;\n]+)/u;

/** The sentences of a short text that asks, in lower case. */
export function markedSentences(text: string): MarkedSentence[] {
  const pieces = text.toLowerCase().split(sentenceEnd);
  const sentences: MarkedSentence[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    const words = (pieces[at] ?? '').replace(/^[\s¿¡"'«(*–-]+/u, '').trim();
    if (words !== '') sentences.push({ words, mark: pieces[at + 1] ?? pieces[at + 2] ?? '' });
  }
  return sentences;
}

/** How many sentences a text has by its marks alone, in any script, and the last of them. */
export function countSentences(text: string): { readonly count: number; readonly last: string } {
  const sentences = text
    .split(/[.!?…。！？؟]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return { count: sentences.length, last: sentences.at(-1) ?? '' };
}
