import type { Clause } from '../cues/read-text.ts';
import type { Lexicon } from '../cues/lexicon.ts';
import { type PhraseSet, phraseSet } from '../cues/phrase-set.ts';
import { type WishTable, wishTables } from './wish-words.ts';

/** What a message leaves open, as its words tell it. */
export interface Openness {
  /** 0: it says what it wants; 1: it names a bare thing and asks for anything about it. */
  readonly openness: number;
  /** The thing as tokens of one clause; undefined where nothing is open. */
  readonly thing: { readonly clause: number; readonly from: number; readonly to: number } | undefined;
  /** Code of the language that it is read in. */
  readonly language: string | undefined;
}

const nothingOpen: Openness = { openness: 0, thing: undefined, language: undefined };

type WishSet = { readonly [key in Exclude<keyof WishTable, 'code' | 'doing'>]: PhraseSet } & {
  readonly doing: string | undefined;
};

const keys = [
  'asks',
  'seeks',
  'broad',
  'interest',
  'held',
  'news',
  'about',
  'after',
  'articles',
  'single',
  'whatIs',
  'sides',
  'of',
  'narrow',
  'where',
  'asked',
  'choice',
  'tails',
  'known',
] as const satisfies readonly (keyof WishTable)[];

const wishes: ReadonlyMap<string, WishSet> = new Map(
  wishTables.map((table) => [
    table.code,
    {
      ...(Object.fromEntries(keys.map((key) => [key, phraseSet(table[key])])) as Record<
        (typeof keys)[number],
        PhraseSet
      >),
      doing: table.doing,
    },
  ]),
);

/** How much each kind of wish leaves open by itself. */
const kinds = {
  anything: 1,
  sought: 0.5,
  bareAsked: 0.4,
  thing: 0.3,
  interest: 0.3,
  whatIs: 0.25,
  bare: 0.2,
  question: 0.12,
} as const;

interface Wish {
  /** Of `kinds`. */
  readonly open: number;
  /** Where the thing begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** What the words before the thing have said. */
interface Opening {
  readonly at: number;
  readonly asked: boolean;
  readonly sought: boolean;
  readonly news: boolean;
  /** Anything about the thing is asked for. */
  readonly about: boolean;
  readonly single: boolean;
}

/** Reads "could you please tell me something about the …" up to the thing. */
function readOpening(tokens: readonly string[], lexicon: Lexicon, wish: WishSet): Opening {
  const said = { asked: false, sought: false, news: false, about: false, single: false };
  let at = 0;
  while (at < tokens.length && !said.about) {
    const steps = {
      broad: wish.broad.matchAt(tokens, at),
      about: Math.max(wish.about.matchAt(tokens, at), said.news ? wish.after.matchAt(tokens, at) : 0),
      seeks: wish.seeks.matchAt(tokens, at),
      asks: wish.asks.matchAt(tokens, at),
      article: wish.articles.matchAt(tokens, at),
      news: wish.news.matchAt(tokens, at),
      manners: mannersAt(tokens, at, lexicon),
    };
    const step = Math.max(...Object.values(steps));
    if (step === 0) break;
    if (step === steps.broad) said.about = said.asked = true;
    else if (step === steps.about) {
      if (!said.asked && !said.sought && !said.news) break;
      said.about = true;
    } else if (step === steps.seeks) said.sought = true;
    else if (step === steps.asks) said.asked = true;
    else if (step === steps.news) said.news = true;
    else if (step === steps.article) said.single ||= wish.single.matchAt(tokens, at) > 0;
    at += step;
  }
  return { at, ...said };
}

function mannersAt(tokens: readonly string[], at: number, lexicon: Lexicon): number {
  return Math.max(
    lexicon.politeRequests.matchAt(tokens, at),
    lexicon.fillers.matchAt(tokens, at),
    lexicon.greetings.matchAt(tokens, at),
  );
}

/** Reads what a clause wishes: how openly, and of which thing. */
function readWish({ asks, tokens }: Clause, lexicon: Lexicon, wish: WishSet): Wish {
  const begin = manners(tokens, lexicon);
  // "What do you know about otters?" asks for what the agent holds, however much it is.
  if (wish.held.matchAt(tokens, begin) > 0) return { open: 0, from: 0, to: 0 };
  const told = [begin, 0].find((at) => wish.interest.matchAt(tokens, at) > 0);
  if (told !== undefined) {
    const from = afterAll(tokens, told + wish.interest.matchAt(tokens, told), wish.articles);
    return { open: kinds.interest, from, to: beforeTail(tokens, from, wish) };
  }
  const { about, asked, at, news, single, sought } = readOpening(tokens, lexicon, wish);
  const to = beforeTail(tokens, at, wish);
  if (about) return { open: kinds.anything, from: afterAll(tokens, at, wish.articles), to };
  const wants = asked || sought || news;
  // "Give me train information".
  if (wants && to - at > 1 && wish.news.matchAt(tokens, to - 1) > 0)
    return { open: kinds.anything, from: at, to: to - 1 };
  if (wants) return { open: sought && !single ? kinds.sought : kinds.thing, from: at, to };
  const is = wish.whatIs.matchAt(tokens, begin);
  if (is > 0) return { open: kinds.whatIs, from: afterAll(tokens, begin + is, wish.articles), to };
  const asksHow = lexicon.interrogatives.matchAt(tokens, begin);
  if (asksHow > 0)
    return { open: kinds.question, from: afterAll(tokens, begin + asksHow, lexicon.stopWords), to };
  return { open: asks ? kinds.bareAsked : kinds.bare, from: begin, to };
}

/** Where the polite words and greetings end that open a clause. */
function manners(tokens: readonly string[], lexicon: Lexicon): number {
  let at = 0;
  for (let step = 1; step > 0; at += step) step = mannersAt(tokens, at, lexicon);
  return at;
}

/** Where the words of a set that stand at a place end. */
function afterAll(tokens: readonly string[], start: number, set: PhraseSet): number {
  let at = start;
  for (let step = 1; step > 0; at += step) step = set.matchAt(tokens, at);
  return at;
}

/** Where the thing ends before what is only polite. */
function beforeTail(tokens: readonly string[], from: number, { tails }: WishSet): number {
  let to = tokens.length;
  for (let at = to - 1; at > from && at >= to - 3; at -= 1)
    if (tails.matchAt(tokens, at) === to - at) to = at;
  return to;
}

const byWords = [0, 1, 0.95, 0.85, 0.7, 0.55, 0.45, 0.35] as const;

/** How open a thing is as it is named: 1 for one bare noun, less for each word that narrows it. */
function opennessOf(tokens: readonly string[], lexicon: Lexicon, wish: WishSet): number {
  const some = (set: PhraseSet): boolean => tokens.some((_, at) => set.matchAt(tokens, at) > 0);
  // "More details" goes on with what was said.
  const isNews = tokens.every((_, at) => wish.news.matchAt(tokens, at) > 0);
  if (isNews || some(wish.known)) return 0;
  const content = tokens.filter((token) => !lexicon.function.has(token));
  let open: number = byWords[Math.min(content.length, byWords.length - 1)] ?? 0;
  if (wish.asked.matchAt(tokens, 0) > 0) open *= 0.2;
  if (wish.sides.matchAt(tokens, headOf(tokens, wish)) > 0) open *= 0.4;
  const inside = tokens.slice(1);
  if (inside.some((_, at) => wish.narrow.matchAt(inside, at) > 0)) open *= 0.6;
  if (inside.some((_, at) => wish.of.matchAt(inside, at) > 0)) open *= 0.7;
  if (inside.some((_, at) => wish.where.matchAt(inside, at) > 0)) open *= 0.8;
  if (some(wish.choice)) open *= 0.5;
  if (tokens.some((token) => /^\p{N}+$/u.test(token))) open *= 0.8;
  const { doing } = wish;
  const [first = ''] = tokens;
  if (doing !== undefined && tokens.length > 1 && first.length > doing.length + 2 && first.endsWith(doing))
    open *= 0.75;
  return open;
}

/** The noun that the others belong to: the last one before "of", "for", "in", or the end. */
function headOf(tokens: readonly string[], wish: WishSet): number {
  const next = tokens.findIndex(
    (_, at) =>
      at > 0 &&
      (wish.of.matchAt(tokens, at) > 0 ||
        wish.narrow.matchAt(tokens, at) > 0 ||
        wish.where.matchAt(tokens, at) > 0),
  );
  return (next < 0 ? tokens.length : next) - 1;
}

/** A message with more words says more than that it wants something. */
const longest = 24;
/** Below this a message is not open. */
const openFrom = 0.3;

/**
 * How open a message is that is whole in form: "tell me about otters" asks for anything about otters, "what do otters eat?" says what it
 * wants. Pure, from the words alone, in English, German, French, Spanish, Portuguese and Italian; 0 in any other language.
 */
export function readOpenness(clauses: readonly Clause[], lexicons: readonly Lexicon[]): Openness {
  if (clauses.reduce((sum, { tokens }) => sum + tokens.length, 0) > longest) return nothingOpen;
  let best = nothingOpen;
  for (const lexicon of lexicons) {
    const wish = wishes.get(lexicon.code);
    if (wish === undefined) continue;
    const found = inLanguage(clauses, lexicon, wish);
    if (found.openness > best.openness) best = found;
  }
  return best.openness < openFrom
    ? nothingOpen
    : { ...best, openness: Math.round(best.openness * 100) / 100 };
}

function inLanguage(clauses: readonly Clause[], lexicon: Lexicon, wish: WishSet): Openness {
  let best = nothingOpen;
  for (const [at, clause] of clauses.entries()) {
    const { from, open, to } = readWish(clause, lexicon, wish);
    const openness = open * opennessOf(clause.tokens.slice(from, to), lexicon, wish);
    if (openness > best.openness)
      best = { openness, thing: { clause: at, from, to }, language: lexicon.code };
  }
  // What else is said tells what it is for. One word beside the wish is a name: "Sal, tell me about …".
  const says = ({ tokens }: Clause, at: number): boolean => {
    const content = tokens.filter((token) => !lexicon.function.has(token)).length;
    return at !== best.thing?.clause && (content > 1 || (content === 1 && tokens.length > 3));
  };
  return clauses.some(says) ? { ...best, openness: best.openness * 0.4 } : best;
}
