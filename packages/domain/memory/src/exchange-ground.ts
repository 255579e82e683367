import { type ChunkProposal, lowestTrust, type Trust } from '@salience/contracts';
import type { ChunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { type Beside, besideWords, inheritedTrust } from './inherited-trust.ts';
import { locate, nearestSentence, sentenceAround, type Span } from './spans.ts';
import { type Claim, isStatedIn, isTurnedRound, takesAnothers } from './support/claims.ts';
import { type Clause, clausesOf } from './support/clauses.ts';
import { type Evidence, evidenceOf } from './support/evidence.ts';
import { isCountOf, supportIn } from './support/support-in.ts';
import { canonicalKey, isName } from './trait-keys.ts';
import { dayIn, once, wordsOf } from '@salience/language';
import { sourceWords } from './words.ts';

/** Finds the spans of one exchange that support the items of a proposal, and the trust of those spans. */
export interface ExchangeGround {
  /** The names by which the speaker is known, lower case, longest first. */
  readonly names: readonly string[];
  /** The trust of a text that rests on one side (law 10). */
  trustOf(text: string, half: Span['half']): Trust;
  /** True for words that mean the speaker: "user", their names, "I". */
  isSpeaker(subject: string): boolean;
  /** Share of a text that the message, or a span of it, supports. 0..1 */
  supportOf(text: string, span?: Span): number;
  /** Whether the message states a claim, in the quoted span if there is one. The reply states nothing. */
  states(claim: Omit<Claim, 'quote' | 'sentence'>, span: Span, isQuoted: boolean): boolean;
  /** The span that supports an item; undefined if none does. */
  fact(fact: ChunkProposal['facts'][number]): Span | undefined;
  /** `restsOn`: the half that says it, whatever is quoted. */
  gist(
    gist: ChunkProposal['gists'][number],
  ): (Span & { readonly trust: Trust; readonly restsOn: Span['half'] }) | undefined;
  words(name: string): Span | undefined;
  copied(text: string): Span | undefined;
  feeling(quote: string | undefined): Span | undefined;
  scope(label: string, quote: string | undefined): Span | undefined;
}

const selfWords = new Set('user i me myself the_user speaker ich yo je io eu'.split(' '));

/** An exchange with its words and clauses read. */
interface ReadExchange {
  readonly source: ChunkSource;
  readonly rules: ChunkRules;
  readonly names: readonly string[];
  /** Evidence of the message alone, and of message and reply. */
  readonly said: Evidence;
  readonly all: Evidence;
  readonly clauses: readonly Clause[];
  readonly answered: readonly Clause[];
}

/** Reads an exchange once for all proposed items. */
export function groundIn(proposal: ChunkProposal, source: ChunkSource, rules: ChunkRules): ExchangeGround {
  const names = namesOf(proposal, source);
  const saidOn = dayIn(source.saidAt, source.zone);
  // The speaker's name counts as said: "I moved to Rome" by Ana supports "Ana lives in Rome".
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
      return span && { ...span.place, restsOn: span.restsOn, trust: trustOf(gist.content, span.restsOn) };
    },
    words(name) {
      if (supportIn(name, allSaid()) < 1) return undefined;
      return locate(name, source) ?? nearest(source, name, supportIn(name, said) === 1 ? 'message' : 'reply');
    },
    copied: (text) => locate(text, source),
    // The reply is no evidence of how the person feels.
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

/** The span that supports a gist, in the side that contains its words. */
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

/** The speaker's names: in the room, from known traits, and introduced in this message. */
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

/** True if the message introduces a name as the speaker's own; a son's name is not. */
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
