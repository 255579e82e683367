import { canonicalKey } from '../trait-keys.ts';
import type { Clause } from './clauses.ts';
import { type Evidence, kinOf } from './evidence.ts';
import {
  isSameName,
  isSameWord,
  lexicons,
  numbersIn,
  readTokens,
  type Reading,
  type Token,
} from '@salience/language';
import { isFormer, isWished, polarityOf, reportEnd, wasThere } from './manner.ts';
import { hasCue, isPersonal, isUnpleasant } from './key-cues.ts';
import { auxiliaries } from './support-in.ts';

/** A claim about a person: what they are, have or do. */
export interface Claim {
  /** Undefined for the speaker. */
  readonly subject: string | undefined;
  /** Canonical. */
  readonly key: string;
  readonly value: string;
  /** The claim is that it no longer holds. */
  readonly ended: boolean;
  /** The sentence that contains it. */
  readonly sentence: string;
  /** Its span in the text of the clauses, if known. */
  readonly quote: { readonly start: number; readonly end: number } | undefined;
}

// Keys of negations, and of wishes and plans, which do not hold yet.
const denying = /(?:^|_)(?:no|not|never|doesnt|dont|cannot|cant|wont|isnt|without|non)(?:_|$)/u;
const avoiding =
  /(?:^|_)(?:avoid\p{L}*|dislike\p{L}*|hate\p{L}*|allerg\p{L}*|intoler\p{L}*|former\p{L}*|previous|past|ex|quit|left|stopped|restriction|missing|lacks?)(?:_|$)/u;
const wishing =
  /(?:^|_)(?:want\p{L}*|wish\p{L}*|plan\p{L}*|goal\p{L}*|hope\p{L}*|dream\p{L}*|intend\p{L}*|likes?|interest\p{L}*)(?:_|$)/u;
const about =
  /(?:^|_)(?:knows?|met|friends?|contact|has|owns?|family|relative|relation\p{L}*|pet|visits?|visited)(?:_|$)/u;

/** True if a text states a claim about its person: in a clause about them that does not deny, ask or suppose it. */
export function isStatedIn(claim: Claim, clauses: readonly Clause[]): boolean {
  const near = clausesFor(claim, clauses);
  return near.length === 0 || near.some((clause) => states(claim, clause));
}

function states(claim: Claim, clause: Clause): boolean {
  const { key } = claim;
  if (
    !hasCue(key, claim.sentence, clause.reading.text) &&
    !isPlaced(claim, clause) &&
    !isWorkplace(claim, clause)
  )
    return false;
  if (claim.subject === undefined && clause.isStated && isApposed(claim, clause)) return true;
  if (!clause.isStated || (clause.isSupposed && !wishing.test(key))) return false;
  // A wish or a past state is no place of residence.
  const { text } = clause.reading;
  if (isPersonal(key) && (isWished(text) || (!claim.ended && wasThere(text)))) return false;
  if (!claim.ended && isFormer(text) && !avoiding.test(key)) return false;
  // What another person says of the speaker is that person's statement.
  if (clause.isReported && claim.subject === undefined) return false;
  return isOfSubject(claim, clause) && isMeantSo(claim, clause);
}

/** "My dog Rex": the name is stated, whatever else the clause says. */
function isApposed({ key, value }: Claim, { reading: { language, tokens } }: Clause): boolean {
  const first = readTokens(value).tokens[0]?.word;
  const at = tokens.findIndex(({ word }) => word === first);
  const noun = tokens[at - 1]?.word ?? '';
  const isOwned = tokens
    .slice(Math.max(0, at - 3), at - 1)
    .some(({ word }) => lexicons[language].own.has(word));
  return (
    at > 1 &&
    isOwned &&
    tokens[at]?.isName === true &&
    !isPersonal(key) &&
    !lexicons[language].plain.has(noun)
  );
}

/** A workplace mentioned in passing: "I teach at Lincoln High". */
function isWorkplace({ key, value }: Claim, { about: of, isExplicit, reading: { tokens } }: Clause): boolean {
  const first = readTokens(value).tokens[0]?.word;
  const at = tokens.findIndex(({ word }) => word === first);
  return (
    key === 'works_at' &&
    of === 'self' &&
    isExplicit &&
    /^(?:at|for|bei|beim|chez)$/u.test(tokens[at - 1]?.word ?? '')
  );
}

/** "My mother in Brno": a place mentioned in passing. */
function isPlaced({ key, subject, value }: Claim, { reading: { tokens } }: Clause): boolean {
  if (key !== 'lives_in' || subject === undefined) return false;
  const words = readTokens(subject).tokens.map(({ word }) => word);
  const first = readTokens(value).tokens[0]?.word;
  const at = tokens.findIndex(({ word }) => word === first);
  const who = tokens[at - 2]?.word ?? '';
  return (
    /^(?:in|at|near|bei|a|en|em|no|na)$/u.test(tokens[at - 1]?.word ?? '') &&
    words.some((word) => isSameName(word, who) || (kinOf(who) !== undefined && kinOf(who) === kinOf(word)))
  );
}

/** The clauses with most of a value's words, within the quoted sentence if one has any; else those quoted. */
function clausesFor({ quote, value }: Claim, clauses: readonly Clause[]): readonly Clause[] {
  const quoted =
    quote === undefined ? [] : clauses.filter(({ end, start }) => start < quote.end && quote.start < end);
  const words = readTokens(value);
  for (const some of [quoted, clauses]) {
    const most = Math.max(0, ...some.map((clause) => sharedWords(words, clause)));
    if (most > 0) return some.filter((clause) => sharedWords(words, clause) === most);
  }
  return quoted;
}

function isOfSubject({ key, subject }: Claim, clause: Clause): boolean {
  if (subject === undefined) {
    if (clause.thing !== undefined && isPersonal(key) && !isKeyOf(clause.thing, key)) return false;
    if (clause.about === 'unclear' && isPersonal(key) && clause.hasSubject) return false;
    if (clause.about !== 'other' || clause.touchesSelf || about.test(key)) return true;
    return key
      .split('_')
      .some(
        (word) =>
          clause.who.some((one) => one === word || canonicalKey(one) === key) ||
          (kinOf(word) !== undefined && clause.who.includes(kinOf(word) ?? '')),
      );
  }
  const words = readTokens(subject).tokens.map(({ word }) => word);
  const isNamed = words.some((word) => clause.reading.tokens.some((token) => isSameName(token.word, word)));
  if (isNamed || !clause.isExplicit) return true;
  if (clause.about === 'self') return clause.touchesOther;
  return (
    clause.who.length === 0 ||
    words.some((word) => clause.who.includes(word) || clause.who.includes(kinOf(word) ?? ''))
  );
}

/** "My job" is about work, "my flat" about residence. */
function isKeyOf(thing: string, key: string): boolean {
  const name = canonicalKey(thing);
  return (
    name === key ||
    key.split('_').some((word) => isSameWord(word, thing)) ||
    hasCue(key, thing) ||
    !/^[a-z]+$/u.test(thing)
  );
}

function isMeantSo({ ended, key, value }: Claim, clause: Clause): boolean {
  const words = readTokens(value);
  const isTaste = key === 'likes' || key === 'dislikes';
  const way = key === 'dislikes' ? -1 : 1;
  if (isTaste && clause.taste !== 0) return clause.taste === way;
  if (isTaste) return ended || (way === -1 ? isUnpleasant(clause.reading.text) : !clause.isNegated);
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
  if (tokens.length === 0) return 0;
  const [number] = numbersIn(value);
  // A single number may be written in words.
  if (number !== undefined && number.to - number.from === tokens.length)
    return numbers.has(number.value) ? 1 : 0;
  const telling = tokens.filter(({ word }) => !lexicons[language].plain.has(word));
  return (telling.length === 0 ? tokens : telling).filter(
    ({ number, word }) =>
      (number !== undefined && numbers.has(number)) ||
      reading.tokens.some((said) => isSameWord(said.word, word) || isSameName(said.word, word)),
  ).length;
}

// Verbs that negate without a negation word, so counting such words decides nothing.
const ambivalent =
  /\b(?:avoid|stop|quit|refus|lack|miss|cancel|former|used to|left|leav|unable|vegetarian|vegan|without|free of|end|over|fail|forg|gave up|meidet|hört auf|aufgehört|evita|dej|évite|arrêt|smess|parou)/iu;

/** True if a note contradicts the clause that it takes its words from, or credits the speaker with another person's statement. */
export function isTurnedRound(
  note: readonly Clause[],
  said: readonly Clause[],
  names: readonly string[],
  text: string,
): boolean {
  const isRequest = said.some(({ isStated, reading }) => !isStated && requests.test(reading.text));
  return note.some((part) => {
    // Only the content counts here, not the person.
    const own = part.reading.tokens.filter(
      ({ word }) => !isCommon(word, part.reading) && !names.includes(word) && !part.who.includes(word),
    );
    const shares = said.map((clause) => sharedWords({ ...part.reading, tokens: own }, clause));
    const most = Math.max(0, ...shares);
    if (most === 0 || (most < 2 && own.length > 2)) return false;
    const near = said.filter((_, place) => shares[place] === most);
    return near.every(
      (clause) =>
        isOpposite(part, clause, own.length, text) ||
        isMiscredited(part, clause, names) ||
        isHearsay(part, clause, names, { isRequest, note: text }),
    );
  });
}

function isCommon(word: string, { language }: Reading): boolean {
  return lexicons[language].plain.has(word) || speaking.has(word);
}

function isOpposite(part: Clause, clause: Clause, own: number, text: string): boolean {
  if (part.taste !== 0 && clause.taste !== 0) return part.taste !== clause.taste;
  // "Rui's dog" alone is neither.
  const isClause = part.isNegated || own > 1 || part.reading.tokens.some(({ word }) => auxiliaries.has(word));
  if (
    !isClause ||
    part.taste !== clause.taste ||
    ambivalent.test(text) ||
    ambivalent.test(clause.reading.text)
  )
    return false;
  return part.isNegated !== clause.isNegated;
}

function isMiscredited(part: Clause, clause: Clause, names: readonly string[]): boolean {
  // A statement about one person is about nobody else.
  if (part.about === 'other' && part.isExplicit && part.who.length > 0 && clause.isExplicit) {
    const isOthers = clause.about === 'self' ? !clause.touchesOther : clause.who.length > 0;
    if (
      isOthers &&
      !clause.reading.tokens.some(({ word }) =>
        part.who.some((who) => isSameName(who, word) || who === kinOf(word)),
      )
    )
      return true;
  }
  if (clause.about !== 'other' || clause.touchesSelf) return false;
  if (clause.isReported || !isOfSpeaker(part, names)) return false;
  if (clause.who.length === 0) return clause.isExplicit;
  return !part.reading.tokens.some(({ word }) =>
    clause.who.some((who) => isSameName(who, word) || who === kinOf(word)),
  );
}

function isOfSpeaker({ reading }: Clause, names: readonly string[]): boolean {
  return reading.tokens
    .slice(0, 2)
    .some(({ isOwner, word }) => !isOwner && (speaking.has(word) || names.includes(word)));
}

/** True if a note states as the speaker's what another person says or what is only supposed. */
function isHearsay(
  part: Clause,
  clause: Clause,
  names: readonly string[],
  { isRequest, note }: { readonly note: string; readonly isRequest: boolean },
): boolean {
  if (clause.isSupposed)
    return clause.isStated && !part.isSupposed && reportEnd(note) === undefined && !unsure.test(note);
  const isTold = reportEnd(note) !== undefined || unsure.test(note) || asks.test(note);
  if (!clause.isStated) return !isTold && !isRequest;
  return clause.isReported && isOfSpeaker(part, names) && reportEnd(note) === undefined;
}

// A request expresses a wish; a question states nothing.
const requests =
  /(?<!\p{L})(?:please|can you|could you|would you|will you|remind|bitte|kannst|könntest|können sie|por favor|puedes|podrías|peux-tu|pouvez|pourrais|puoi|potresti|podes|pode|poderia)(?!\p{L})/iu;
const asks =
  /(?<!\p{L})(?:ask\p{L}*|wonder\p{L}*|question\p{L}*|know\p{L}*|about|frag\p{L}*|wissen|pregunt\p{L}*|saber|demand\p{L}*|savoir|chied\p{L}*|chiest\p{L}*|domand\p{L}*|sapere|pergunt\p{L}*|quoted?|page|mail|message|text|got|erhielt|bekam|recibió|reçu|ricevuto|recebeu)(?!\p{L})|\?/iu;
const unsure =
  /(?<!\p{L})(?:if|would|whether|want\p{L}*|wish\p{L}*|hop\p{L}+|dream\p{L}*|plan\p{L}*|might|maybe|wenn|würde|möchte|träumt|will|hofft|si|quisiera|quiere|sueña|compraría|voudrait|aimerait|rêve|se|vorrei|vorrebbe|sogna|gostaria|quer|sonha|\p{L}{3,}r[íi]a|\p{L}{3,}rait|\p{L}{3,}rebbe)(?!\p{L})/iu;

const speaking = new Set(
  'user speaker nutzer nutzerin benutzer usuario usuaria utilisateur utilisatrice utente utilizador'.split(
    ' ',
  ),
);

/** True if a note makes a relative the speaker's ("Marta's brother") while the text has only another person's ("his brother"). */
export function takesAnothers(note: string, { readings }: Evidence, names: readonly string[]): boolean {
  const { tokens } = readTokens(note);
  return tokens.some((token, at) => {
    const owned = ownedAt(tokens, at, names);
    return owned !== undefined && onlyAnothers(owned.word, readings);
  });
}

/** The words after "Marta's" or "Martas", or before "de Marta", if that is the speaker. */
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
