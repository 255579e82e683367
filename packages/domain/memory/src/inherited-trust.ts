import { isTainted, lowestTrust, type Trust } from '@salience/contracts';
import { carries, type SourceWords, sourceWords } from './words.ts';

/** A text that a model saw while it worded a memory, beside the ground that the memory rests on. */
export interface Beside {
  readonly text: string;
  readonly trust: Trust;
}

/** Texts beside, read once for all memories that are worded from them. */
export type BesideWords = readonly { readonly words: SourceWords; readonly trust: Trust }[];

/** The texts beside that can lower a trust: those from outside or of nobody in particular. */
export function besideWords(texts: readonly Beside[]): BesideWords {
  return texts
    .filter(({ text, trust }) => isTainted(trust) && text.trim() !== '')
    .map(({ text, trust }) => ({ words: sourceWords([text]), trust }));
}

/**
 * The trust of what a model worded: that of its ground, and of every text from outside that carries a word of it which the ground
 * does not (law 10): a memory inherits from the side it quotes.
 */
export function inheritedTrust(text: string, ground: SourceWords, own: Trust, beside: BesideWords): Trust {
  const borrowed = beside.filter(({ words }) => carries(words, text, ground));
  return lowestTrust([own, ...borrowed.map(({ trust }) => trust)]);
}
