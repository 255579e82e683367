import { countWords, type FragmentWords, fragmentWords } from './fragment-words.ts';
import type { Lexicon } from './lexicon.ts';
import type { PhraseSet } from './phrase-set.ts';
import type { ClauseReading } from './read-clause.ts';
import type { Clause, ReadText } from './read-text.ts';
import { anyMeasure, type ToldWords, toldWords } from './told-words.ts';

/** A thing that is just named has this many words at most; more of them tell something. */
const namedMax = 5;
/** A longer text orders, if it does, in sentences. */
const wordsMax = 24;

const number = /^(?:\d{1,4}x?|x\d{1,3})$/u;

/** How much each form of a clause orders. */
const forms = {
  /** A thing that is counted, or that the speaker asks to be given. */
  counted: 1,
  /** A thing with its article, its size, or a vague amount: "a large one". */
  sized: 0.5,
  /** A thing that is just named. */
  named: 0.5,
  /** Goes on with what was said before, or answers it, and orders nothing by itself: "and tea", "not now", "7". */
  continues: 0.25,
  /** What happens, is felt, is somebody or a time: it answers or goes on at most. */
  told: 0.25,
  /** Nothing but courtesy. */
  courtesy: 0,
} as const;

/** Null: a clause of a sentence. */
type Form = keyof typeof forms | null;

type Read = Clause & Partial<ClauseReading>;

/** What one language reads fragments with. */
interface Tables {
  readonly words: FragmentWords;
  readonly told: ToldWords;
  readonly lexicon: Lexicon | null;
}

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

/** Where a count ends that stands at a place; the place itself where none does. */
const behindCount = (tokens: readonly string[], at: number): number =>
  at + (isNumber(tokens[at]) ? 1 : countWords.matchAt(tokens, at));

/** True where the tokens at a place begin with so many of a thing: "two lemonades", "a cup of tea". */
function isCountedAt(tokens: readonly string[], at: number, { words }: Tables): boolean {
  const counted = behindCount(tokens, at);
  const end = counted > at ? counted : at + words.portions.matchAt(tokens, at);
  const next = tokens[end];
  if (end === at || next === undefined || behindCount(tokens, end) > end) return false;
  const other = [words.relations, words.joins, words.changes].some((set) => set.matchAt(tokens, end) > 0);
  return !other && !anyMeasure.has(next);
}

/** "Two lemonades", "tea and two cakes". */
function isCounted(tokens: readonly string[], tables: Tables): boolean {
  return tokens.some(
    (_, at) =>
      (at === 0 || tables.words.joins.matchAt(tokens, at - 1) > 0) && isCountedAt(tokens, at, tables),
  );
}

/** Where the articles, sizes and vague amounts end that open the tokens. */
const behindSizes = (tokens: readonly string[], { amounts, certain, sizes }: FragmentWords): number =>
  behind(tokens, 0, [amounts, certain, sizes]);

/** "A large one", "some tea", "medium". */
function isSized(tokens: readonly string[], words: FragmentWords): boolean {
  if (words.sizes.matchAt(tokens, tokens.length - 1) > 0) return true;
  const end = behind(tokens, 0, [words.amounts, words.sizes]);
  return end > 0 && end < tokens.length;
}

/** True where what is named happens, is somebody, is felt, or is a time: told of and not ordered. */
function isTold(tokens: readonly string[], { told, words }: Tables): boolean {
  const last = tokens.length - 1;
  return tokens.some((token, at) => {
    // "Due mesi" may be read in a language that knows no months.
    if (told.measures.has(token) || (anyMeasure.has(token) && behindCount(tokens, at - 1) === at))
      return true;
    if (!told.things.has(token)) return false;
    return told.headFirst || at === last || words.relations.matchAt(tokens, at + 1) > 0;
  });
}

/** The tokens without what says at the end that they are taken. */
function withoutAccepting(tokens: readonly string[], words: FragmentWords): readonly string[] {
  const at = tokens.findIndex((_, place) => {
    const step = words.accepts.matchAt(tokens, place);
    return step > 0 && place + step === tokens.length;
  });
  return at < 0 ? tokens : tokens.slice(0, at);
}

function isSentence(tokens: readonly string[], { lexicon, words }: Tables): boolean {
  if (words.verbs.matchesWithin(tokens) || words.doing?.test(tokens.at(-1) ?? '') === true) return true;
  if (lexicon === null) return false;
  const { auxiliaries, declaratives, problems } = lexicon;
  return [auxiliaries, declaratives, problems].some((set) => set.matchesWithin(tokens));
}

/** What is said behind "can I get", "for me" or "I'll have"; undefined without one of them. */
function readTaking(thing: readonly string[], isSocial: boolean, tables: Tables): Form | undefined {
  const { words } = tables;
  const gives = words.gives.matchAt(thing, 0);
  const mine = words.mine.matchAt(thing, 0);
  const begins = Math.max(gives, mine, words.takes.matchAt(thing, 0));
  if (begins === 0) return undefined;
  const taken = thing.slice(begins);
  // "I'll have to go", "can I get your name", "I'll get married in June": nothing is taken.
  const other = [words.verbs, words.relations].some((set) => set.matchAt(taken, 0) > 0);
  if (taken.length === 0 || isSocial || other) return null;
  if (words.changes.matchAt(taken, 0) > 0) return 'continues';
  if (isTold(taken, tables)) return null;
  if (gives === begins || isCounted(taken, tables)) return 'counted';
  if (mine === begins) return behindSizes(taken, words) > 0 ? 'counted' : 'continues';
  const from = behindSizes(taken, words);
  return from > 0 && from < taken.length ? 'sized' : 'continues';
}

/** What a thing is that no verb stands beside. */
function readThing(thing: readonly string[], joins: boolean, exclaims: boolean, tables: Tables): Form {
  const { lexicon, words } = tables;
  if (isTold(thing, tables)) return 'told';
  if (isCounted(thing, tables)) return 'counted';
  if (joins || exclaims) return 'continues';
  const counts = thing.every((_, at) => behindCount(thing, at) > at);
  const related = words.relations.matchesWithin(thing);
  if (isSized(thing, words)) return counts || related ? 'continues' : 'sized';
  // A number behind a name belongs to it: "room 14".
  if (counts || isNumber(thing.at(-1))) return 'continues';
  if (related) return behindCount(thing, 0) > 0 ? 'continues' : null;
  return lexicon === null || thing.some((token) => !lexicon.function.has(token)) ? 'named' : null;
}

function formOf(clause: Read, tables: Tables): Form {
  const { lexicon, words } = tables;
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
  const changed = behind(said, opening, [words.joins, words.changes]);
  const negated = words.changes.matchAt(said, opening) > 0;
  // A filler may join as well: "and a coffee".
  const joins = changed > opening || all.slice(0, opening).some((_, at) => words.joins.matchAt(all, at) > 0);
  const thing = said.slice(changed);
  const taking = readTaking(thing, isSocial, tables);
  if (taking !== undefined) return taking;
  // "Please" alone says that something is wanted, and is no sentence.
  const wants = clause.need === true && lexicon?.needs.matchesWithin(all) === true;
  if (clause.interrogative === true || wants) return null;
  const likes = words.likes.matchAt(thing, 0);
  if (likes > 0) {
    const liked = thing.slice(likes);
    const counted = isCountedAt(liked, 0, tables) || (liked.length > 1 && isNumber(liked.at(-1)));
    return counted && !isTold(liked, tables) ? 'counted' : null;
  }
  if (thing.length === 0) return 'courtesy';
  if (isSentence(thing, tables)) return null;
  // Behind thanks and good wishes stands whom and what they are for.
  if (isSocial) return 'courtesy';
  if (negated) return 'continues';
  return readThing(thing, joins, clause.exclaims, tables);
}

/** What the forms of all clauses make together; null where one of them is of a sentence. */
function together(found: readonly Form[], isBrief: boolean): Form {
  if (found.includes(null)) return null;
  const order = ['counted', 'sized', 'told', ...(isBrief ? ['named' as const] : []), 'continues'] as const;
  return order.find((form) => found.includes(form)) ?? 'courtesy';
}

/** What the languages that a text may be in make of it together. */
function agreed(found: readonly Form[], isKnown: boolean): number {
  const read = found.filter((form) => form !== null);
  const levels = read.map((form) => forms[form]);
  // Words that no language knows may be a sentence in any of them, and name what one of them tells.
  const best = !isKnown && read.length < found.length ? 0 : Math.max(0, ...levels);
  if (read.includes('told') || (!isKnown && read.includes('continues'))) return Math.min(best, forms.told);
  if (!isKnown) return best;
  // Of languages that draw one may read "a" as a verb.
  return read.includes('counted') || read.includes('sized') || 2 * read.length > found.length ? best : 0;
}

/**
 * How much a text orders in fragments, as `TextCues.fragment` tells. `readings` are those of its clauses in each of the languages; a
 * text of which no language knows a word is held against the words of all of them.
 */
export function readFragment(
  { clauses, technical }: Pick<ReadText, 'clauses' | 'technical'>,
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
  const found = known.flatMap((code, at) => {
    const words = fragmentWords[code];
    const told = toldWords[code];
    if (words === undefined || told === undefined) return [];
    const tables = { words, told, lexicon: lexicons[at] ?? null };
    const read = clauses.map((clause, place) =>
      formOf({ ...clause, ...readings[at * clauses.length + place] }, tables),
    );
    return [together(read, size <= namedMax && !social)];
  });
  const level = agreed(found, lexicons.length > 0);
  // What stands under a heading is noted, and codes are named.
  return technical || clauses.some(({ heads }) => heads) ? Math.min(level, forms.continues) : level;
}
