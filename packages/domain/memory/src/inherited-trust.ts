import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { type SourceWords, sourceWords, unsaidStems } from './words.ts';

/** A text that a model saw while it worded a memory, beside the ground that the memory rests on. */
export interface Beside {
  readonly text: string;
  readonly trust: Trust;
}

/** Texts beside, read once for all memories that are worded from them. */
export type BesideWords = readonly { readonly words: SourceWords; readonly trust: Trust }[];

/** Reads the texts beside. */
export function besideWords(texts: readonly Beside[]): BesideWords {
  return texts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, trust }) => ({ words: sourceWords([text]), trust }));
}

/**
 * The trust of what a model worded: that of its ground, and of every text from outside that carries a word of it which the ground
 * does not (law 10): a memory inherits from the side it quotes. A word that no text carries may be a translation of any of them, or
 * be decoded from it, so it counts as taken from all that came from outside.
 */
export function inheritedTrust(text: string, ground: SourceWords, own: Trust, beside: BesideWords): Trust {
  const outside = beside.filter(({ trust }) => isTainted(trust));
  if (outside.length === 0) return own;
  const unsaid = unsaidStems(text, ground);
  const isNobodys = unsaid.some((stem) => beside.every(({ words }) => !words.stems.has(stem)));
  const borrowed = outside.filter(({ words }) => unsaid.some((stem) => words.stems.has(stem)));
  return lowestTrust([own, ...(isNobodys ? outside : borrowed).map(({ trust }) => trust)]);
}
