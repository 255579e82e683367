import { levelled } from './levelled.ts';

/** Phrases that are looked up in text as `levelled` gives it. */
export interface PhraseSet {
  /** True where one of them stands anywhere. */
  within(said: string): boolean;
  /** True where one of them stands first. */
  leads(said: string): boolean;
  /** Words before the first of them; −1 where none stands. */
  wordsBefore(said: string): number;
  /** The text with a place holder for each of them, so that what is left is not read as one. */
  without(said: string): string;
}

/** Builds a set of phrases. They are levelled as texts are; `_` stands for up to two words; the longest that fits counts. No phrase: nothing is found. */
export function phraseSet(entries: readonly string[]): PhraseSet {
  const patterns = [...new Set(entries.map(patternOf))].filter((one) => one !== '');
  if (patterns.length === 0)
    return { within: () => false, leads: () => false, wordsBefore: () => -1, without: (said) => said };
  patterns.sort((a, b) => b.length - a.length);
  const source = `(?<= )(?:${patterns.join('|')})(?= )`;
  const [anywhere, first, all] = [
    new RegExp(source, 'u'),
    new RegExp(`^ ${source}`, 'u'),
    new RegExp(source, 'gu'),
  ];
  return {
    within: (said) => anywhere.test(said),
    leads: (said) => first.test(said),
    wordsBefore: (said) => {
      const at = said.search(anywhere);
      return at < 0 ? -1 : countWords(said.slice(0, at));
    },
    without: (said) => said.replace(all, '·'),
  };
}

function patternOf(entry: string): string {
  return entry
    .split('_')
    .map((part) => levelled(part).trim())
    .join(' (?:\\S+ ){0,2}');
}

/** What is left of a text when phrases are taken off its head, one after another. */
export function withoutFirst(phrases: PhraseSet, said: string): string {
  let left = said;
  while (phrases.leads(left)) left = left.replace(/^ \S+/u, '');
  return left;
}

/** Words of a text as `levelled` gives it. */
export function countWords(said: string): number {
  return said.trim() === '' ? 0 : said.trim().split(/ +/).length;
}
