import { tokenise } from '@salience/language';

/** Phrases that are looked up in text as `levelled` gives it. */
export interface Phrases {
  /** True where one of them stands anywhere. */
  within(said: string): boolean;
  /** Where the first of them begins, in words; −1 where none stands. */
  wordsBefore(said: string): number;
  /** True where one of them stands first. */
  leads(said: string): boolean;
  /** The text without them. */
  without(said: string): string;
}

/**
 * A text as its words with one space around each (" that is fine "), levelled as `tokenise` does it; English short forms in full, so that
 * "that's" and "that is" are one. A text without words is " ".
 */
export function levelled(text: string): string {
  return spelled(tokenise(text));
}

/** The same of words that are levelled already. */
export function spelled(words: readonly string[]): string {
  if (words.length === 0) return ' ';
  return ` ${words.join(' ')} `
    .replace(/ (that|it|this|what|there|here|who) s(?= )/g, ' $1 is')
    .replace(/ thats(?= )/g, ' that is')
    .replace(
      / (i|you|we|they|it|that) (ll|ve|re|m)(?= )/g,
      (_, who: string, short: string) => ` ${who} ${full[short] ?? short}`,
    );
}

const full: Readonly<Record<string, string>> = { ll: 'will', ve: 'have', re: 'are', m: 'am' };

/** Words of a text as `levelled` gives it. */
export function countWords(said: string): number {
  return said.trim() === '' ? 0 : said.trim().split(/ +/).length;
}

/** Builds a set of phrases; they are levelled as texts are. `_` stands for up to two words. The longest that fits counts. */
export function phraseSet(entries: readonly string[]): Phrases {
  const spellings = entries.flatMap((entry) =>
    entry.includes("'") ? [entry, entry.replaceAll("'", '')] : [entry],
  );
  const patterns = [...new Set(spellings)]
    .map((entry) =>
      entry
        .split('_')
        .map((part) => levelled(part).trim())
        .join(' (?:\\S+ ){0,2}'),
    )
    .sort((a, b) => b.length - a.length);
  const source = `(?<= )(?:${patterns.join('|')})(?= )`;
  const [anywhere, first, all] = [
    new RegExp(source, 'u'),
    new RegExp(`^ ${source}`, 'u'),
    new RegExp(source, 'gu'),
  ];
  return {
    within: (said) => anywhere.test(said),
    wordsBefore: (said) => {
      const at = said.search(anywhere);
      return at < 0 ? -1 : countWords(said.slice(0, at));
    },
    leads: (said) => first.test(said),
    without: (said) => ` ${said.replace(all, '').replace(/ {2,}/g, ' ').trim()} `.replace(/^ {2}$/, ' '),
  };
}
