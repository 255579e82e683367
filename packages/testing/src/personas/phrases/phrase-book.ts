import type { Misfit } from '../fit.ts';

/** Reactions that put something into words of their own. A correction has others for each misfit. */
export type WordedKind = 'thank' | 'rephrase' | 'repeat' | 'complain' | 'lookUp' | 'answer';

/** What somebody says: ten wordings or more for each. `{text}` is the message put again, `{meant}` what it meant. */
export type Phrases = Readonly<Record<WordedKind | Misfit, readonly string[]>>;

/** Phrases of blocks, one a line. */
export function phrasesOf(blocks: Readonly<Record<WordedKind | Misfit, string>>): Phrases {
  const phrases: Partial<Record<WordedKind | Misfit, readonly string[]>> = {};
  for (const [kind, block] of Object.entries(blocks)) phrases[kind as WordedKind | Misfit] = lines(block);
  return phrases as Phrases;
}

/** The lines of a block that say something. */
export function lines(block: string): string[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
