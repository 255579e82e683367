import { wordsOf } from './words-of.ts';

const inflection = /(?:ies|ing|ed|es|s|e|y)$/;

/** What is left of a word without its ending; two forms of one word share it, and what is owned shares it with who owns. */
export function stemOf(word: string): string {
  const plain = word.replace('’', "'").replace(/'s$/, '');
  // A number has no endings, and short words lose their meaning with theirs.
  if (/\p{N}/u.test(plain)) return plain;
  const stem = plain.replace(inflection, '');
  return stem.length >= 3 ? stem : plain;
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
