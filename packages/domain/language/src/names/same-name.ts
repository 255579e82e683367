// When two names are the same. Everything that compares names compares their keys, here and in SQL (`concept_key`): lower case, without accents, marks, a leading article and the plural of the last word ("the Quilts" is "quilt").

import { memo } from '../words/memo.ts';

const articles = new Set(['the', 'a', 'an', 'my', 'our', 'your', 'his', 'her', 'their']);
/** A name is no longer than this; a text is read this far. */
const readMax = 20_000;

/** The words of a text as names are compared: lower case, accents folded, without possessive endings; C++ and C# keep their signs. */
export function nameWords(text: string): string[] {
  return (
    text
      .slice(0, readMax)
      .toLowerCase()
      .normalize('NFKD')
      // At the end of a word sigma has a form of its own, which Postgres does not make. Other signs are read as it (NFKD).
      .replaceAll('ς', 'σ')
      .replace(/[\u0300-\u036f]/gu, '')
      .replace(/[’ʼ]/gu, "'")
      .split(/[^\p{Alphabetic}0-9'+#]+/u)
      .filter((word) => /[\p{Alphabetic}0-9]/u.test(word))
      .map((word) => word.replace(/^'+|'+$/gu, '').replace(/'s$/u, ''))
  );
}

/** An English word without its plural ending; a word of another script, a short one and one that only looks like a plural stay. */
export function singular(word: string): string {
  if (!/^[a-z]{3,}s$/u.test(word) || /(?:ss|us|is|ics)$/u.test(word)) return word;
  if (/..ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(?:ches|shes|sses|zzes|xes)$/u.test(word) ? -2 : -1);
}

/** What names share that are the same. Empty for a text without words. */
export const nameKey = memo(2_000, (name): string => {
  const words = nameWords(name);
  if (words.length > 1 && articles.has(words[0] as string)) words.shift();
  const last = words.pop();
  return last === undefined ? '' : [...words, singular(last)].join(' ');
});

/** True for two spellings of one name. */
export function sameName(a: string, b: string): boolean {
  const key = nameKey(a);
  return key !== '' && key === nameKey(b);
}
