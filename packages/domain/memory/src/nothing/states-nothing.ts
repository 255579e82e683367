import { readClauses, type ReadLanguage } from '@salience/router';
import { type StatementWords, statementWords } from './statement-words.ts';

/** What a short text does that states nothing. */
export interface Unstated {
  /** It asks or requests something. */
  readonly wants: boolean;
  /** It says yes, no or well; as the answer to a question it may state something. */
  readonly nods: boolean;
}

type Clause = ReadLanguage['clauses'][number];

/** Maximum words of a clause; longer questions and requests usually state something. */
const clauseWordsMax = 20;
/** Maximum words about the asker's own thing in a plain question: "my sister's new address". */
const ownWordsMax = 3;
/** Maximum words after a courtesy: "thanks for the recipe". */
const courtesyWordsMax = 3;
/** A possessive, words and a name: "my best friend Ana". */
const named =
  /(?<!\p{L})(?:[Mm]y|[Oo]ur|[Mm](?:on|a|es)|[Nn](?:otre|os)|[Mm]is?|[Nn]uestr[oa]s?|[Mm]eus?|[Mm]inhas?|[Nn]oss[oa]s?|[Mm]i(?:[oae]|ei)|[Nn]ostr[oaie])\s+(?:\p{Ll}[\p{L}'’-]*,?\s+){0,2}\p{Lu}/u;
const namedInGerman = /(?<!\p{L})(?:[Mm]ein|[Uu]nser)\p{Ll}*\s+(?:\p{Ll}+\s+){0,2}\p{Lu}\p{L}*,?\s+\p{Lu}/u;
const ownedByName =
  /(?<!\p{L})(?!(?:It|Let|What|Who|Where|That|There|Here|How|When|He|She)['’])\p{Lu}\p{L}+['’]s?\s+\p{Ll}/u;
/** Words that connect two nouns: "the code of the door". */
const links: ReadonlySet<string> = new Set(
  'of the der des de du d l la le les el los las da do das dos o a di del della dello dei'.split(' '),
);
/** "Call me Max". */
const selfNamed = /(?<!\p{L})(?:me|mich|moi)\s+\p{Lu}/u;
/** Maximum content words of a polite request whose verb is not known. */
const kindWordsMax = 2;
const please: ReadonlySet<string> = new Set(
  'please pls plz kindly bitte plait svp stp favor favore piacere cortesia'.split(' '),
);
const laughter = /^(?:(?:ha|he|hi|ja|je|ji|ah|eh){2,}h?|k{2,}|(?:rs)+|lo+l|lmao|xd|mdr|ptdr|hm+|mh+m?)$/u;

/**
 * What a text does if code is sure that it states nothing: it only asks, requests, greets, thanks, or says yes or no. Undefined for every
 * other text, including one in a language that the router does not read, and a question that states something ("can you call my sister
 * Ana?").
 */
export function statesNothing(text: string): Unstated | undefined {
  const languages = readClauses(text);
  if (languages.length === 0) return /[\p{L}\p{N}]/u.test(text) ? undefined : { wants: false, nods: true };
  const readings = languages.map((language) => readNothing(language, text));
  // If several languages fit equally, all their readings must state nothing.
  return readings.includes(undefined) ? undefined : readings[0];
}

/** What a clause does that states nothing. `call`: it may address somebody by name, or be an answer. */
type Part = 'greets' | 'nods' | 'wants' | 'call';

function readNothing({ clauses, code, functionWords }: ReadLanguage, text: string): Unstated | undefined {
  const words = statementWords(code);
  if (words === undefined || selfNamed.test(text)) return undefined;
  if ((code === 'de' ? namedInGerman : named).test(text)) return undefined;
  const parts: Part[] = [];
  for (const clause of clauses) {
    const part = partOf(clause, { words, functionWords, text, wanted: parts.includes('wants') });
    if (part === undefined) return undefined;
    parts.push(part);
  }
  // "Hi, Ana" addresses somebody; "Ana" alone may be an answer.
  if (parts.includes('call') && !parts.includes('greets')) return undefined;
  return { wants: parts.includes('wants'), nods: parts.includes('nods') || parts.includes('call') };
}

/** The context in which a clause is read. */
interface Beside {
  readonly words: StatementWords;
  readonly functionWords: ReadonlySet<string>;
  readonly text: string;
  /** An earlier clause asks or requests something. */
  readonly wanted: boolean;
}

function partOf(clause: Clause, beside: Beside): Part | undefined {
  const { tokens } = clause;
  const { words } = beside;
  if (clause.remember || clause.negative || tokens.length > clauseWordsMax) return undefined;
  if (clause.actRequest) return requestPart(clause, beside);
  if (clause.interrogative || clause.answerRequest || clause.asks) return questionPart(clause, beside);
  // A need or a trouble that nothing is asked for is told.
  return (clause.need ? undefined : courtesyPart(clause, words)) ?? kindPart(clause, beside);
}

/** A polite request of a few words: "please", "repeat that please". It may also be an answer ("the red one please"). */
function kindPart({ content, tokens }: Clause, { words }: Beside): Part | undefined {
  const isKind = tokens.some((token) => please.has(token));
  const tells =
    tellsOfSelf(tokens, words) ||
    tokens.some((token) => words.states.has(token) || words.keeps.has(token) || /\p{N}/u.test(token));
  return !tells && content.length <= (isKind ? kindWordsMax : 0) ? 'nods' : undefined;
}

function courtesyPart(clause: Clause, words: StatementWords): Part | undefined {
  const { tokens } = clause;
  const content = clause.content.filter((token) => !laughter.test(token));
  const social = clause.greeting || clause.farewell;
  const courteous = social || clause.positive;
  const part = social ? 'greets' : 'nods';
  if (content.length === 0 && (courteous || !tellsOfSelf(tokens, words))) return part;
  const told = tellsOfSelf(tokens, words) || tellsOfPlace(tokens, content, words);
  if (courteous && content.length <= courtesyWordsMax && !told) return part;
  return tokens.length === 1 && !/\p{N}/u.test(tokens[0] ?? '') ? 'call' : undefined;
}

/** "Good morning from Lisbon", "see you at the airport on Sunday". */
function tellsOfPlace(
  tokens: readonly string[],
  content: readonly string[],
  { places }: StatementWords,
): boolean {
  return content.length > 1
    ? tokens.some((token) => places.has(token))
    : content.some((token) => places.has(tokens[tokens.indexOf(token) - 1] ?? ''));
}

function tellsOfSelf(tokens: readonly string[], { possessives, self }: StatementWords): boolean {
  return tokens.some((token) => self.has(token) || possessives.has(token));
}

/** A request that states nothing beside what is to be done. */
function requestPart({ namesKept, tokens }: Clause, { text, words }: Beside): Part | undefined {
  const states = tokens.some(
    (token) => words.self.has(token) || words.keeps.has(token) || words.states.has(token),
  );
  const own = tokens.some((token) => words.possessives.has(token)) && !namesKept;
  if (states || own || givesReason(tokens, words)) return undefined;
  if (ownedByName.test(text)) return undefined;
  return tokens.some((token) => /^\p{N}{3,}$/u.test(token)) ? undefined : 'wants';
}

/** A question that states nothing beside what it asks. */
function questionPart(clause: Clause, { functionWords, wanted, words }: Beside): Part | undefined {
  const { tokens } = clause;
  const empty = (token: string): boolean => functionWords.has(token) || words.knows.has(token);
  // "Eu moro": a subject and its verb are one.
  const selves = tokens.flatMap((token, at) =>
    words.self.has(token) && !words.self.has(tokens[at - 1] ?? '') ? [at] : [],
  );
  const [first] = selves;
  if (selves.length > 1 || (first !== undefined && !asksOfSelf(clause, first, words, empty)))
    return undefined;
  // "What do I give Mia, she turns four?", "tell Jonas his keys are here": what has not the form of a question is told.
  const told = first !== undefined || tokens.some((token) => words.states.has(token));
  if (told && !clause.interrogative && (wanted || !clause.asks)) return undefined;
  if (givesReason(tokens, words) || tellsOfThing(tokens, words, empty)) return undefined;
  return clause.namesKept || asksOfOwn(tokens, words, empty) ? 'wants' : undefined;
}

/** "Where do I live" asks about the speaker; "… the flat I rented" states something about them. */
function asksOfSelf(
  { interrogative, tokens }: Clause,
  at: number,
  { beforeSelf, dropsSubject, notBeforeSelf }: StatementWords,
  empty: (token: string) => boolean,
): boolean {
  const before = tokens[at - 1];
  if (before === undefined) return dropsSubject || interrogative;
  if (beforeSelf.size > 0) return beforeSelf.has(before);
  if (notBeforeSelf.has(before) || (!interrogative && at > 1)) return false;
  return tokens.slice(0, at).filter((token) => !empty(token)).length <= 1;
}

function givesReason(tokens: readonly string[], { reasons }: StatementWords): boolean {
  const told = ` ${tokens.slice(1).join(' ')} `;
  return reasons.some((reason) => told.includes(` ${reason} `));
}

/** "The flat that I rented": a relative clause states something about the word before it. */
function tellsOfThing(
  tokens: readonly string[],
  { relatives }: StatementWords,
  empty: (token: string) => boolean,
): boolean {
  return tokens.some((token, at) => at > 0 && relatives.has(token) && !empty(tokens[at - 1] ?? ''));
}

/** "What is my door code" asks for the thing itself; "what goes with my gluten-free bread for Ana" states something about it. */
function asksOfOwn(
  tokens: readonly string[],
  { possessives }: StatementWords,
  empty: (token: string) => boolean,
): boolean {
  const at = tokens.findIndex((token) => possessives.has(token));
  if (at < 0) return true;
  return (
    tokens.slice(0, at).every(empty) &&
    tokens.slice(at + 1).filter((token) => !links.has(token)).length <= ownWordsMax
  );
}
