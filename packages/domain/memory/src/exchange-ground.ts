import { type ChunkProposal, lowestTrust, type Trust } from '@salience/contracts';
import type { ChunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { type Beside, besideWords, inheritedTrust } from './inherited-trust.ts';
import { locate, nearestSentence, sentenceAround, type Span } from './spans.ts';
import { type Claim, isStatedIn, isTurnedRound, takesAnothers } from './support/claims.ts';
import { type Clause, clausesOf } from './support/clauses.ts';
import { type Evidence, evidenceOf, once } from './support/evidence.ts';
import { isCountOf, supportIn } from './support/support-in.ts';
import { canonicalKey, isName } from './trait-keys.ts';
import { dayIn, wordsOf } from '@salience/language';
import { sourceWords } from './words.ts';

/** Where the items of a proposal stand in one exchange, and how much they are believed. */
export interface ExchangeGround {
  /** The names by which the speaker is known, lower case, longest first. */
  readonly names: readonly string[];
  /** The trust of what rests on one half (law 10). */
  trustOf(text: string, half: Span['half']): Trust;
  /** True for words that mean who speaks: "user", their names, "I". */
  isSpeaker(subject: string): boolean;
  /** How much of a text the message carries, or the words of a span of it. 0..1 */
  supportOf(text: string, span?: Span): number;
  /** Whether the message states a claim of somebody, on the words of a span where one was quoted. What the reply says nobody states. */
  states(claim: Omit<Claim, 'quote' | 'sentence'>, span: Span, isQuoted: boolean): boolean;
  /** Each gives where an item stands; undefined where it does not. */
  fact(fact: ChunkProposal['facts'][number]): Span | undefined;
  gist(gist: ChunkProposal['gists'][number]): (Span & { readonly trust: Trust }) | undefined;
  words(name: string): Span | undefined;
  copied(text: string): Span | undefined;
  feeling(quote: string | undefined): Span | undefined;
  scope(label: string, quote: string | undefined): Span | undefined;
}

const selfWords = new Set('user i me myself the_user speaker ich yo je io eu'.split(' '));

/** An exchange as it was read. */
interface ReadExchange {
  readonly source: ChunkSource;
  readonly rules: ChunkRules;
  readonly names: readonly string[];
  /** Of the message, and of the reply beside it. */
  readonly said: Evidence;
  readonly all: Evidence;
  readonly clauses: readonly Clause[];
  readonly answered: readonly Clause[];
}

/** Reads an exchange once, for all items that are proposed for it. */
export function groundIn(proposal: ChunkProposal, source: ChunkSource, rules: ChunkRules): ExchangeGround {
  const names = namesOf(proposal, source);
  const saidOn = dayIn(source.saidAt, source.zone);
  // The speaker's name is a word of the exchange: "I moved to Rome", said by Ana, supports "Ana lives in Rome".
  const said = evidenceOf([source.message], saidOn, names);
  const allSaid = once(() =>
    source.reply === null ? said : evidenceOf([source.message, source.reply], saidOn, names),
  );
  const clauses = once(() => clausesOf(source.message, names));
  const answered = once(() =>
    source.reply === null ? clauses() : [...clauses(), ...clausesOf(source.reply, names)],
  );
  const exchange: ReadExchange = {
    source,
    rules,
    names,
    said,
    get all() {
      return allSaid();
    },
    get clauses() {
      return clauses();
    },
    get answered() {
      return answered();
    },
  };
  const inMessage = { message: source.message, reply: null };
  const trustOf = trustIn(source, names);
  const isSpeaker = (subject: string) => {
    const name = wordsOf(subject).join(' ');
    return selfWords.has(name) || names.includes(name);
  };
  return {
    names,
    trustOf,
    isSpeaker,
    states: (claim, span, isQuoted) => statesIn(exchange, claim, span, isQuoted),
    supportOf: (text, span) =>
      supportIn(text, span === undefined ? said : evidenceOf([textOf(span, source)], saidOn, names)),
    fact: (fact) => factSpan(exchange, fact, isSpeaker(fact.subject)),
    gist(gist) {
      const span = gistSpan(exchange, gist);
      return span && { ...span.place, trust: trustOf(gist.content, span.restsOn) };
    },
    words(name) {
      if (supportIn(name, allSaid()) < 1) return undefined;
      return locate(name, source) ?? nearest(source, name, supportIn(name, said) === 1 ? 'message' : 'reply');
    },
    copied: (text) => locate(text, source),
    // How the person feels is not to be read from what the agent answered.
    feeling(quote) {
      if (quote !== undefined) return locate(quote, inMessage);
      const end = source.message.length;
      return source.message.trim() === '' ? undefined : { half: 'message', start: 0, end };
    },
    scope(label, quote) {
      if (supportIn(label, allSaid()) < rules.scopeSupportMin) return undefined;
      if (quote !== undefined) return locate(quote, source);
      return nearest(source, label, supportIn(label, said) >= rules.scopeSupportMin ? 'message' : 'reply');
    },
  };
}

function textOf({ end, half, start }: Span, source: ChunkSource): string {
  return (source[half] ?? '').slice(start, end);
}

function nearest(source: ChunkSource, note: string, half: Span['half']): Span {
  return nearestSentence(note, half, source[half] ?? '');
}

function statesIn(
  { clauses, said, source }: ReadExchange,
  claim: Omit<Claim, 'quote' | 'sentence'>,
  span: Span,
  isQuoted: boolean,
): boolean {
  if (span.half !== 'message') return true;
  if (!isCountOf(claim.key, claim.value, said)) return false;
  if (claim.key === 'name' && claim.subject === undefined) return introduces(claim.value, source.message);
  const sentence = sentenceAround(span, source);
  return isStatedIn({ ...claim, sentence, quote: isQuoted ? span : undefined }, clauses);
}

function factSpan(
  exchange: ReadExchange,
  { key: raw, quote, subject, value }: ChunkProposal['facts'][number],
  isSelf: boolean,
): Span | undefined {
  const { names, rules, said, source } = exchange;
  const key = canonicalKey(raw);
  if (key === '' || (key === 'name' && !isName(value))) return undefined;
  if (supportIn(value, said) < rules.factSupportMin) return undefined;
  const isKnown =
    isSelf || (supportIn(subject, said) >= rules.factSupportMin && !takesAnothers(subject, said, names));
  if (!isKnown) return undefined;
  const inMessage = { message: source.message, reply: null };
  const span =
    quote === undefined
      ? (locate(value, inMessage) ?? nearest(source, `${subject} ${value}`, 'message'))
      : locate(quote, inMessage);
  const claim = { subject: isSelf ? undefined : subject, key, value, ended: false };
  return span !== undefined && statesIn(exchange, claim, span, quote !== undefined) ? span : undefined;
}

/** Where a gist stands, and the half that carries its words. */
function gistSpan(
  { all, answered, clauses, names, rules, said, source }: ReadExchange,
  { content, quote }: ChunkProposal['gists'][number],
): { readonly place: Span; readonly restsOn: Span['half'] } | undefined {
  if (supportIn(content, all) < rules.gistSupportMin || takesAnothers(content, all, names)) return undefined;
  const quoted = quote === undefined ? undefined : locate(quote, source);
  if (quote !== undefined && quoted === undefined) return undefined;
  const isSaid = supportIn(content, said) >= rules.gistSupportMin;
  const known = new Set(
    all.readings.flatMap(({ tokens }) =>
      tokens.flatMap(({ isName: isWritten, word }) => (isWritten ? [word] : [])),
    ),
  );
  const parts = clausesOf(content, names, clauses[0]?.reading.language, known);
  if (isTurnedRound(parts, isSaid ? clauses : answered, names, content)) return undefined;
  const restsOn = isSaid ? 'message' : 'reply';
  return { place: quoted ?? nearest(source, content, restsOn), restsOn };
}

/** How the speaker is called: in the room, in what is known, and in this message itself. */
function namesOf(
  { facts, traits }: ChunkProposal,
  { knownAs = [], message, speaker }: ChunkSource,
): string[] {
  const told = [
    ...traits.filter(({ person }) => meansSelf(person)),
    ...facts.filter(({ subject }) => meansSelf(subject)).map(({ key, value }) => ({ key, value })),
  ].filter(({ key, value }) => canonicalKey(key) === 'name' && isName(value) && introduces(value, message));
  const introduced = Array.from(message.matchAll(naming), ([, name = '']) => name).filter((name) =>
    /^\p{Lu}/u.test(name),
  );
  const names = [speaker ?? '', ...knownAs, ...introduced, ...told.map(({ value }) => value)].map((name) =>
    wordsOf(name).join(' '),
  );
  return [...new Set(names.filter((name) => name !== ''))].toSorted((a, b) => b.length - a.length);
}

const meansSelf = (subject: string) => selfWords.has(wordsOf(subject).join(' '));
const naming =
  /(?:\bi['’]m|\bi am|\bmy name(?: is|['’]s)|\bcall me|ich heiße|mein name ist|me llamo|mi nombre es|je m['’]appelle|mi chiamo|chamo-me|me chamo|meu nome é)\s+(\p{L}[\p{L}\p{M}'’-]+)(?=[\s,.!;]|$)/giu;
const introduction =
  /(?:\bi['’]?m|\bi am|my name(?: is|['’]s)|calls? me|this is|ich bin|ich heiße|mein name ist|nenn\p{L}* mich|me llamo|me llaman|llámame|soy|mi nombre es|je m['’]appelle|m['’]appellent|appelle[zr]?-moi|je suis|moi,? c['’]est|mon nom est|mi chiamo|mi chiamano|chiamami|sono|mi nome è|chamo-me|me chamam|me chamo|sou|meu nome é)\s+(?:actually |just |der |die |o |a )?$/iu;

/** A name counts as the speaker's own where the message introduces it: the name of a son does not. */
function introduces(name: string, message: string): boolean {
  const span = locate(name, { message, reply: null });
  return span !== undefined && introduction.test(message.slice(0, span.start));
}

function trustIn(source: ChunkSource, names: readonly string[]): ExchangeGround['trustOf'] {
  const said = sourceWords([source.message, ...names]);
  const all = sourceWords([source.message, ...names, source.reply]);
  const beside = besideWords(source.beside);
  const replies: Beside[] =
    source.reply === null ? [] : [{ text: source.reply, trust: source.replyTrust ?? 'agent' }];
  const repliedOn = besideWords(replies);
  return (text, half) =>
    half === 'message'
      ? inheritedTrust(text, said, source.trust, [...beside, ...repliedOn])
      : inheritedTrust(text, all, lowestTrust([source.trust, source.replyTrust ?? 'agent', 'agent']), beside);
}
