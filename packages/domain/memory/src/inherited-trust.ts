import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { type SourceWords, sourceWords, unsaidStems } from './words.ts';

/** A text that was in a model's prompt beside the source of the memory that it worded. */
export interface Beside {
  readonly text: string;
  readonly trust: Trust;
}

/** The words of such texts, read once for all memories of a prompt. */
export type BesideWords = readonly { readonly words: SourceWords; readonly trust: Trust }[];

/** Reads the words of texts beside a source. */
export function besideWords(texts: readonly Beside[]): BesideWords {
  return texts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, trust }) => ({ words: sourceWords([text]), trust }));
}

/**
 * The trust of a text that a model worded: the lowest of its source and of every external text that contains a word of it which the
 * source lacks (law 10). A word that no text contains may be translated or decoded from any, so it counts as taken from all external
 * ones.
 */
export function inheritedTrust(text: string, ground: SourceWords, own: Trust, beside: BesideWords): Trust {
  const outside = beside.filter(({ trust }) => isTainted(trust));
  if (outside.length === 0) return own;
  const unsaid = unsaidStems(text, ground);
  const isNobodys = unsaid.some((stem) => beside.every(({ words }) => !words.stems.has(stem)));
  const borrowed = outside.filter(({ words }) => unsaid.some((stem) => words.stems.has(stem)));
  return lowestTrust([own, ...(isNobodys ? outside : borrowed).map(({ trust }) => trust)]);
}
