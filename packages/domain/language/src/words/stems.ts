import { wordsOf } from './words-of.ts';

const inflection = /(?:ies|ing|ed|es|s|e|y)$/;

/** What is left of a word without its ending; two forms of one word share it, and what is owned shares it with who owns. */
export function stemOf(word: string): string {
  // Nearly every word is; looking costs a quarter of the patterns.
  if (isSmallLatin(word)) {
    const stem = word.slice(0, word.length - endingLength(word));
    return stem.length >= 3 ? stem : word;
  }
  const plain = word.replace('’', "'").replace(/'s$/, '');
  // A number has no endings, and short words lose their meaning with theirs.
  if (/\p{N}/u.test(plain)) return plain;
  const stem = plain.replace(inflection, '');
  return stem.length >= 3 ? stem : plain;
}

function isSmallLatin(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** How many letters `inflection` takes off. */
function endingLength(word: string): number {
  if (word.endsWith('ies') || word.endsWith('ing')) return 3;
  if (word.endsWith('ed') || word.endsWith('es')) return 2;
  return word.endsWith('s') || word.endsWith('e') || word.endsWith('y') ? 1 : 0;
}

/** The words of a text without their endings, in order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stemOf);
}

/** A word that somebody asks about without what changes at its end in six languages: "lives" and "living" are about the same as "live". */
export function keywordStem(word: string): string {
  if (word.length < 5 || /\p{N}/u.test(word)) return word;
  return word.replace(/(?:ing|es|ed|en|er|[aeiosn])$/, '');
}

/** Beginnings stand for words in every language that puts its endings behind them. */
const topicStemChars = 5;

/** The part of a word that the statistics of topics count. */
export function topicStem(word: string): string {
  return word.slice(0, topicStemChars);
}
