import { tokenise } from '@salience/language';
import { likelyLexicons } from '../cues/lexicon.ts';
import { readText } from '../cues/read-text.ts';
import { readOpenness } from './read-openness.ts';

/** Words of a thing that are named at most. */
const longest = 8;

/**
 * What a message leaves open, in its own words: the thing of an open request ("otters"), or the word that stands for something and
 * names nothing ("him"). Undefined where neither is found.
 */
export function openThing(text: string): string | undefined {
  const { clauses, tokens } = readText(text);
  const lexicons = likelyLexicons(tokens);
  const { thing } = readOpenness(clauses, lexicons);
  if (thing !== undefined) {
    const before = clauses.slice(0, thing.clause).reduce((sum, clause) => sum + clause.tokens.length, 0);
    return wordsAt(text, before + thing.from, before + thing.to);
  }
  const at = tokens.findIndex((_, index) =>
    lexicons.some((lexicon) => lexicon.anaphora.matchAt(tokens, index) > 0),
  );
  return at < 0 ? undefined : wordsAt(text, at, at + 1);
}

/** The words of a text as they are written, by the place of their tokens. */
function wordsAt(text: string, from: number, to: number): string | undefined {
  const words = text.trim().split(/\s+/u);
  let next = 0;
  const places = words.flatMap((word, place) => {
    const at = next;
    next += tokenise(word).length;
    return next > from && at < to && next > at ? [place] : [];
  });
  const [first] = places;
  if (first === undefined) return undefined;
  const found = words.slice(first, Math.min((places.at(-1) ?? first) + 1, first + longest)).join(' ');
  const bare = found.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  return bare === '' ? undefined : bare;
}
