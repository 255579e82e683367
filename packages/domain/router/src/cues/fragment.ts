import { countWords, type FragmentWords, fragmentWords } from './fragment-words.ts';
import type { Lexicon } from './lexicon.ts';
import type { PhraseSet } from './phrase-set.ts';
import type { ClauseReading } from './read-clause.ts';
import type { Clause } from './read-text.ts';

/** A thing that is just named has this many words at most; more of them tell something. */
const namedMax = 5;
/** A longer text orders, if it does, in sentences. */
const wordsMax = 24;
const number = /^(?:\d{1,4}x?|x\d{1,3})$/u;

/** What a clause is among fragments: nothing but courtesy, a thing that is named, one that is told how much of; null: none. */
type ClauseForm = 'courtesy' | 'named' | 'measured' | null;

const isNumber = (token: string | undefined): boolean => token !== undefined && number.test(token);

/** Where the tokens go on behind phrases of the sets. */
function behind(tokens: readonly string[], start: number, sets: readonly PhraseSet[]): number {
  let at = start;
  for (;;) {
    const step = Math.max(...sets.map((set) => set.matchAt(tokens, at)));
    if (step === 0) return at;
    at += step;
  }
}

/** Where an amount ends that stands at a place; the place itself where none does. */
function behindAmount(tokens: readonly string[], at: number, words: FragmentWords): number {
  const counted = isNumber(tokens[at]) ? 1 : countWords.matchAt(tokens, at);
  return at + Math.max(counted, words.amounts.matchAt(tokens, at), words.sizes.matchAt(tokens, at));
}

/** "Two lemonades", "a large one", "iced tea 2", "medium", "tea and two cakes". */
function isMeasured(tokens: readonly string[], words: FragmentWords): boolean {
  const last = tokens.length - 1;
  if (isNumber(tokens[last]) || words.sizes.matchAt(tokens, last) > 0) return true;
  return tokens.some((_, at) => {
    if (at > 0 && words.joins.matchAt(tokens, at - 1) === 0) return false;
    const end = behindAmount(tokens, at, words);
    // "One" alone counts something; "a" alone is nothing.
    return end > at && (end < tokens.length || words.amounts.matchAt(tokens, at) === 0);
  });
}

/** "I like two lemonades": the number alone makes an order of it. */
function isCounted(tokens: readonly string[]): boolean {
  const first = isNumber(tokens[0]) || countWords.matchAt(tokens, 0) > 0;
  return tokens.length > 1 && (first || isNumber(tokens.at(-1)));
}

/** The tokens without what says at the end that they are taken. */
function withoutAccepting(tokens: readonly string[], words: FragmentWords): readonly string[] {
  const at = tokens.findIndex((_, place) => {
    const step = words.accepts.matchAt(tokens, place);
    return step > 0 && place + step === tokens.length;
  });
  return at < 0 ? tokens : tokens.slice(0, at);
}

function isSentence(tokens: readonly string[], words: FragmentWords, lexicon: Lexicon | null): boolean {
  if (words.verbs.matchesWithin(tokens) || words.doing?.test(tokens.at(-1) ?? '') === true) return true;
  if (lexicon === null) return false;
  const { auxiliaries, declaratives, problems } = lexicon;
  return [auxiliaries, declaratives, problems].some((set) => set.matchesWithin(tokens));
}

function formOf(
  clause: Clause & Partial<ClauseReading>,
  words: FragmentWords,
  lexicon: Lexicon | null,
): ClauseForm {
  const all = clause.tokens;
  const social = lexicon === null ? [] : [lexicon.thanks, lexicon.farewells, lexicon.greetings];
  const opening = lexicon === null ? 0 : behind(all, 0, [...social, lexicon.praise, lexicon.fillers]);
  if (opening === all.length) return 'courtesy';
  // "The morning train" greets nobody.
  const isSocial = social.some((set) =>
    set.matchesWithin(set === lexicon?.greetings ? all.slice(0, opening) : all),
  );
  const said = withoutAccepting(all, words);
  if (said.length <= opening) return 'courtesy';
  const start = behind(said, opening, [words.joins, words.changes]);
  // A filler may join as well: "and a coffee".
  const joins = start > opening || all.slice(0, opening).some((_, at) => words.joins.matchAt(all, at) > 0);
  const thing = said.slice(start);
  const takes = words.takes.matchAt(thing, 0);
  if (takes > 0) {
    // "I'll have to go", "can I get your name": nothing is taken.
    const other = [words.verbs, words.relations].some((set) => set.matchAt(thing, takes) > 0);
    return thing.length > takes && !isSocial && !other ? 'measured' : null;
  }
  // "Please" alone says that something is wanted, and is no sentence.
  const wants = clause.need === true && lexicon?.needs.matchesWithin(all) === true;
  if (clause.interrogative === true || wants) return null;
  const likes = words.likes.matchAt(thing, 0);
  if (likes > 0) return isCounted(thing.slice(likes)) ? 'measured' : null;
  if (thing.length === 0) return 'courtesy';
  if (isSentence(thing, words, lexicon)) return null;
  // Behind thanks and good wishes stands whom and what they are for.
  if (isSocial) return 'courtesy';
  if (joins || isMeasured(thing, words)) return 'measured';
  if (words.relations.matchesWithin(thing)) return null;
  return lexicon === null || thing.some((token) => !lexicon.function.has(token)) ? 'named' : null;
}

/**
 * How much a text orders in fragments, as `TextCues.fragment` tells. `readings` are those of its clauses in each of the languages; a
 * text of which no language knows a word is held against the words of all of them.
 */
export function readFragment(
  clauses: readonly Clause[],
  lexicons: readonly Lexicon[],
  readings: readonly ClauseReading[],
): number {
  const size = clauses.reduce((sum, { tokens }) => sum + tokens.length, 0);
  if (size === 0 || size > wordsMax || clauses.some(({ asks }) => asks)) return 0;
  const wishes = readings.some(
    ({ actRequest, answerRequest, asksKept, remember }) =>
      actRequest || answerRequest || asksKept || remember,
  );
  if (wishes) return 0;
  // Beside a greeting or thanks a thing that is just named is whom or what they are for.
  const social = readings.some(({ farewell, greeting, positive }) => farewell || greeting || positive);
  const known = lexicons.length === 0 ? Object.keys(fragmentWords) : lexicons.map(({ code }) => code);
  let found = 0;
  let told = 0;
  for (const [at, code] of known.entries()) {
    const words = fragmentWords[code];
    if (words === undefined) continue;
    const forms = clauses.map((clause, place) =>
      formOf({ ...clause, ...readings[at * clauses.length + place] }, words, lexicons[at] ?? null),
    );
    if (forms.includes(null)) told += 1;
    else if (forms.includes('measured')) found = 1;
    else if (forms.includes('named') && size <= namedMax && !social) found = Math.max(found, 0.5);
  }
  // Words that no language knows may be a sentence in any of them; of languages that draw one may read "a" as a verb.
  if (lexicons.length === 0) return told > 0 ? 0 : found;
  return found === 1 || 2 * told < known.length ? found : 0;
}
