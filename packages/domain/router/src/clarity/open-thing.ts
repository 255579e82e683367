import { tokenise } from '@salience/language';
import { fragmentWords } from '../cues/fragment-words.ts';
import { type Lexicon, likelyLexicons } from '../cues/lexicon.ts';
import { phraseSet } from '../cues/phrase-set.ts';
import { readText } from '../cues/read-text.ts';
import { readOpenness } from './read-openness.ts';

/** Words of a thing that are named at most. */
const longest = 8;
/** Words of one that points, with what it points at. */
const pointedMax = 4;
const pointing = phraseSet(
  'that this those these diese dieser dieses diesen jene jenes ce cet cette ces ese esa esos esas este esta esse essa esses essas quel quella quei questo questa'.split(
    ' ',
  ),
);
/** "Send that again". */
const repeats = phraseSet([
  ...'again back now too later wieder nochmal jetzt ahora ancora adesso agora'.split(' '),
  'otra vez',
  'de novo',
]);
const single = phraseSet('a an un une una um uma uno'.split(' '));

/**
 * What a message leaves open, in its own words: the thing of an open request ("the boat"), or what stands for something and names
 * nothing ("him", "that thing again"). Undefined where neither is found.
 */
export function openThing(text: string): string | undefined {
  return thingOf(text, true);
}

/** The same without the article before it. */
export function bareThing(text: string): string | undefined {
  return thingOf(text, false);
}

function thingOf(text: string, withArticle: boolean): string | undefined {
  const { clauses, tokens } = readText(text);
  const lexicons = likelyLexicons(tokens);
  const { language, thing } = readOpenness(clauses, lexicons);
  if (thing !== undefined) {
    const before = clauses.slice(0, thing.clause).reduce((sum, clause) => sum + clause.tokens.length, 0);
    const { from, to } = thing;
    const article =
      withArticle && hasArticle(clauses[thing.clause]?.tokens ?? [], from - 1, language) ? 1 : 0;
    return wordsAt(text, before + from - article, before + to);
  }
  const at = tokens.findIndex((_, index) =>
    lexicons.some((lexicon) => lexicon.anaphora.matchAt(tokens, index) > 0),
  );
  return at < 0 ? undefined : wordsAt(text, at, pointedTo(tokens, at, lexicons));
}

/** An article that the question back may keep. German ones would have to change their case. */
function hasArticle(tokens: readonly string[], at: number, language: string | undefined): boolean {
  const { certain } = fragmentWords[language ?? ''] ?? {};
  if (language === 'de' || certain === undefined) return false;
  return Math.max(certain.matchAt(tokens, at), single.matchAt(tokens, at)) > 0;
}

/** Where the words end that belong to one that points: "that thing again". */
function pointedTo(tokens: readonly string[], at: number, lexicons: readonly Lexicon[]): number {
  let to = at + 1;
  if (pointing.matchAt(tokens, at) === 0 || repeats.matchAt(tokens, to) > 0) return to;
  const ends = (place: number): boolean =>
    lexicons.some((lexicon) => {
      const words = fragmentWords[lexicon.code];
      const sets = [lexicon.fillers, lexicon.auxiliaries, words?.verbs, words?.relations, words?.accepts];
      return sets.some((set) => set !== undefined && set.matchAt(tokens, place) > 0);
    });
  while (to < tokens.length && to < at + pointedMax && !ends(to)) to += 1;
  return to;
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
