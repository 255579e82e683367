import type { Clause } from './clauses.ts';
import { type Evidence, kinOf } from './evidence.ts';
import { isSameName, isSameWord } from './forms.ts';
import { lexicons } from './languages.ts';
import { polarityOf } from './manner.ts';
import { numbersIn } from './numbers.ts';
import { read, type Reading, type Token } from './tokens.ts';

/** What somebody is said to be, have or do. */
export interface Claim {
  /** Undefined for who speaks. */
  readonly subject: string | undefined;
  /** Canonical. */
  readonly key: string;
  readonly value: string;
  /** It is said to hold no longer. */
  readonly ended: boolean;
  /** The words it stands on, where they were told; in the text of the clauses. */
  readonly quote: { readonly start: number; readonly end: number } | undefined;
}

// Keys that say what is not, and those of wishes and plans, which nobody has yet.
const denying = /(?:^|_)(?:no|not|never|doesnt|dont|cannot|cant|wont|isnt|without|non)(?:_|$)/u;
const avoiding =
  /(?:^|_)(?:avoid\p{L}*|dislike\p{L}*|hate\p{L}*|allerg\p{L}*|intoler\p{L}*|former\p{L}*|previous|past|ex|quit|left|stopped|restriction|missing|lacks?)(?:_|$)/u;
const wishing =
  /(?:^|_)(?:want\p{L}*|wish\p{L}*|plan\p{L}*|goal\p{L}*|hope\p{L}*|dream\p{L}*|intend\p{L}*|likes?|interest\p{L}*)(?:_|$)/u;
const about =
  /(?:^|_)(?:knows?|met|friends?|contact|has|owns?|family|relative|relation\p{L}*|pet|visits?|visited)(?:_|$)/u;

/** Whether a text states a claim of whom it is made: in a clause that speaks of them, does not deny it, ask it or suppose it. */
export function isStatedIn(claim: Claim, clauses: readonly Clause[]): boolean {
  const near = clausesFor(claim, clauses);
  return near.length === 0 || near.some((clause) => states(claim, clause));
}

function states(claim: Claim, clause: Clause): boolean {
  const { key } = claim;
  if (!clause.isStated || (clause.isSupposed && !wishing.test(key))) return false;
  // What somebody says of the speaker is theirs to say.
  if (clause.isReported && claim.subject === undefined) return false;
  return isOfSubject(claim, clause) && isMeantSo(claim, clause);
}

/** The clauses that have most of a value's words, within the quoted sentence where one has any; those quoted where none has. */
function clausesFor({ quote, value }: Claim, clauses: readonly Clause[]): readonly Clause[] {
  const quoted =
    quote === undefined ? [] : clauses.filter(({ end, start }) => start < quote.end && quote.start < end);
  const words = read(value);
  for (const some of [quoted, clauses]) {
    const most = Math.max(0, ...some.map((clause) => sharedWords(words, clause)));
    if (most > 0) return some.filter((clause) => sharedWords(words, clause) === most);
  }
  return quoted;
}

function isOfSubject({ key, subject }: Claim, clause: Clause): boolean {
  if (subject === undefined) {
    if (clause.about !== 'other' || clause.touchesSelf || about.test(key)) return true;
    return key
      .split('_')
      .some(
        (word) =>
          clause.who.includes(word) || (kinOf(word) !== undefined && clause.who.includes(kinOf(word) ?? '')),
      );
  }
  const words = read(subject).tokens.map(({ word }) => word);
  const isNamed = words.some((word) => clause.reading.tokens.some((token) => isSameName(token.word, word)));
  if (isNamed || !clause.isExplicit) return true;
  if (clause.about === 'self') return clause.touchesOther;
  return (
    clause.who.length === 0 ||
    words.some((word) => clause.who.includes(word) || clause.who.includes(kinOf(word) ?? ''))
  );
}

function isMeantSo({ ended, key, value }: Claim, clause: Clause): boolean {
  const words = read(value);
  const isTaste = key === 'likes' || key === 'dislikes';
  const way = key === 'dislikes' ? -1 : 1;
  if (isTaste && clause.taste !== 0) return clause.taste === way;
  if (isTaste) return ended || way === -1 || !clause.isNegated;
  const isDenied = denying.test(key) || polarityOf(value, words).isNegated;
  if (!clause.isNegated) return !isDenied || ended || clause.taste === -1;
  if (isDenied || ended) return true;
  const named = key
    .split('_')
    .some((word) => word.length > 3 && clause.reading.tokens.some((token) => isSameWord(token.word, word)));
  return avoiding.test(key) && !named;
}

function sharedWords(value: Reading, { numbers, reading }: Clause): number {
  const { language, tokens } = value;
  const counted = numbersIn(value).filter((number) => numbers.has(number.value));
  if (counted.some(({ inWords }) => inWords)) return counted.length;
  const telling = tokens.filter(({ word }) => !lexicons[language].plain.has(word));
  return (telling.length === 0 ? tokens : telling).filter(
    ({ number, word }) =>
      (number !== undefined && numbers.has(number)) ||
      reading.tokens.some((said) => isSameWord(said.word, word) || isSameName(said.word, word)),
  ).length;
}

// Verbs that say no without a word for it: with them nothing is told by counting such words.
const ambivalent =
  /\b(?:avoid|stop|quit|refus|lack|miss|cancel|former|used to|left|leav|unable|vegetarian|vegan|without|free of|end|over|fail|forg|gave up|meidet|hört auf|aufgehört|evita|dej|évite|arrêt|smess|parou)/iu;

/** Whether a note says the opposite of the clause that it takes its words from, or credits the speaker with what that says of somebody else. */
export function isTurnedRound(
  note: readonly Clause[],
  said: readonly Clause[],
  names: readonly string[],
  text: string,
): boolean {
  return note.some((part) => {
    const shares = said.map((clause) => sharedWords(part.reading, clause));
    const most = Math.max(0, ...shares);
    if (most < 2) return false;
    const near = said.filter((_, place) => shares[place] === most);
    return near.every((clause) => isOpposite(part, clause, text) || isMiscredited(part, clause, names));
  });
}

function isOpposite(part: Clause, clause: Clause, text: string): boolean {
  if (part.taste !== 0 && clause.taste !== 0) return part.taste !== clause.taste;
  if (part.taste !== clause.taste || ambivalent.test(text) || ambivalent.test(clause.reading.text))
    return false;
  return part.isNegated !== clause.isNegated;
}

function isMiscredited(part: Clause, clause: Clause, names: readonly string[]): boolean {
  if (clause.about !== 'other' || clause.touchesSelf) return false;
  const tokens = part.reading.tokens;
  const isOfSpeaker = tokens
    .slice(0, 2)
    .some(({ isOwner, word }) => !isOwner && (speaking.has(word) || names.includes(word)));
  if (!isOfSpeaker || clause.who.length === 0) return false;
  return !tokens.some(({ word }) => clause.who.some((who) => isSameName(who, word) || who === kinOf(word)));
}

const speaking = new Set(
  'user speaker nutzer nutzerin benutzer usuario usuaria utilisateur utilisatrice utente utilizador'.split(
    ' ',
  ),
);

/** Whether a note makes somebody the speaker's ("Marta's brother") where what was said calls them only another's ("his brother"). */
export function takesAnothers(note: string, { readings }: Evidence, names: readonly string[]): boolean {
  const { tokens } = read(note);
  return tokens.some((token, at) => {
    const owned = ownedAt(tokens, at, names);
    return owned !== undefined && onlyAnothers(owned.word, readings);
  });
}

/** What stands after "Marta's" or "Martas", or before "de Marta", where that is the speaker. */
function ownedAt(tokens: readonly Token[], at: number, names: readonly string[]): Token | undefined {
  const { isOwner = false, word = '' } = tokens[at] ?? {};
  const isSpeaker = names.includes(word) || speaking.has(word);
  if ((isOwner && isSpeaker) || names.some((name) => `${name}s` === word)) return tokens[at + 1];
  const joint = tokens[at - 1]?.word ?? '';
  return isSpeaker && /^(?:de|di|da|von|of)$/u.test(joint) ? tokens[at - 2] : undefined;
}

function onlyAnothers(word: string, readings: readonly Reading[]): boolean {
  const owners = readings.flatMap(({ language, tokens }) =>
    tokens.flatMap((token, at) => {
      const isIt =
        isSameWord(token.word, word) || (kinOf(word) !== undefined && kinOf(token.word) === kinOf(word));
      if (!isIt) return [];
      const before = tokens.slice(Math.max(0, at - 3), at);
      const { othersOwn, own } = lexicons[language];
      if (before.some((one) => own.has(one.word))) return ['own'];
      return [before.some((one) => othersOwn.has(one.word)) ? 'another' : 'nobody'];
    }),
  );
  return owners.length > 0 && owners.every((owner) => owner === 'another');
}
