import { tokenise } from '@salience/language';

/** A set of phrases that can be looked up at a position of a token list. */
export interface PhraseSet {
  /** Length in tokens of the longest phrase that starts at `index`, 0 when none does. */
  matchAt(tokens: readonly string[], index: number): number;
  /** True when some phrase starts anywhere in the tokens. */
  matchesWithin(tokens: readonly string[]): boolean;
  /** Every token of every phrase. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Builds a phrase set; phrases are levelled like the texts they are compared with. */
export function phraseSet(entries: readonly string[]): PhraseSet {
  const byFirst = new Map<string, string[][]>();
  const vocabulary = new Set<string>();
  // Many people leave apostrophes out: "dont" counts like "don't".
  const spellings = entries.flatMap((entry) =>
    entry.includes("'") ? [entry, entry.replaceAll("'", '')] : [entry],
  );
  for (const entry of spellings) {
    const tokens = tokenise(entry);
    const first = tokens[0];
    if (first === undefined) continue;
    for (const token of tokens) vocabulary.add(token);
    byFirst.set(first, [...(byFirst.get(first) ?? []), tokens]);
  }
  const matchAt = (tokens: readonly string[], index: number): number => {
    let longest = 0;
    for (const phrase of byFirst.get(tokens[index] ?? '') ?? []) {
      if (phrase.length > longest && phrase.every((word, offset) => tokens[index + offset] === word)) {
        longest = phrase.length;
      }
    }
    return longest;
  };
  return {
    matchAt,
    matchesWithin: (tokens) => tokens.some((_, index) => matchAt(tokens, index) > 0),
    vocabulary,
  };
}
