import { tokenise } from '@salience/language';
import { extractCues } from '../cues/extract-cues.ts';
import { openThing } from './open-thing.ts';

/** Something known that a message may mean. */
export interface KnownText {
  readonly text: string;
  /** How well it fits the message, 0 to 1. */
  readonly fit: number;
}

/** What is known in a turn. */
export interface KnownThings {
  /** What memory brought up for the message. */
  readonly texts: readonly KnownText[];
  /** Names of topics. */
  readonly topics: readonly string[];
  /** What was said last; if it names just one, that is meant. */
  readonly lately: readonly string[];
}

/** A name in a message, and who or what it may stand for among what is known. */
export interface Readings {
  /** As the message writes it. */
  readonly about: string;
  /** In full: "Ana Reis", "my cousin Ana", the best first. */
  readonly readings: readonly string[];
}

/** Readings that are offered. */
const readingsMax = 4;
/** A reading fits as well as the best from this share of its fit on. */
const asWell = 0.8;
/** Texts that are looked at, and characters of each. */
const textsMax = 24;
const charsMax = 600;

const names =
  /(?<![\p{L}\p{N}'’-])(\p{Lu}[\p{L}'’-]+)\s+(\p{Lu}[\p{L}'’-]+)(?=(?:['’]s)?(?![\p{L}\p{N}'’-]))/gu;
/** In German every noun begins with a capital: only what opens a sentence or follows a relation is a name and its surname. */
const germanNames =
  /(?<=^|[.!?]\s+|(?:[Mm]ein|[Uu]nser|[Dd]ein)\p{Ll}*\s+\p{Lu}\p{Ll}+\s+|(?:Frau|Herr|Herrn|Kollegin|Kollege)\s+)(\p{Lu}[\p{L}'’-]+)\s+(\p{Lu}[\p{L}'’-]+)(?![\p{L}\p{N}'’-])/gu;
const german = /(?<!\p{L})(?:der|die|das|und|ist|nicht|mein\p{L}*|hat|mit|wohnt|ich)(?!\p{L})/u;
/** "My cousin Ana", in six languages. */
const relations =
  /(?<!\p{L})((?:[Mm]y|[Oo]ur|[Mm]eine?[nmrs]?|[Uu]nsere?[nmrs]?|[Mm]on|[Mm]a|[Nn]otre|[Mm]i|[Nn]uestr[oa]|(?:[Oo] |[Aa] )?(?:[Mm]eu|[Mm]inha|[Nn]oss[oa])|(?:[Ii]l |[Ll]a )?(?:[Mm]i[oa]|[Nn]ostr[oa]))\s+(?:\p{Ll}[\p{L}-]+\s+)?\p{L}[\p{L}-]+)\s*,?\s+(\p{Lu}[\p{L}'’-]+)/gu;

interface Found {
  readonly shown: string;
  fit: number;
}

/**
 * The name of a question that fits several things which are known, with what they are; undefined where the name is no name of two, one
 * of them fits better, the message or what was said last tells which, or nothing is asked.
 */
export function readReadings(text: string, { lately, texts, topics }: KnownThings): Readings | undefined {
  const cues = extractCues(text);
  if (!cues.questionMark && !cues.interrogative && !cues.answerRequest && cues.openness === 0)
    return undefined;
  const words = text
    .split(/\s+/u)
    .map((word) => word.replace(/^[\p{P}\p{S}]+|['’]s?$|[\p{P}\p{S}]+$/gu, '').replace(/['’]s$/u, ''));
  const said = new Set(tokenise(text));
  for (const word of new Set(words)) {
    const [key, more] = tokenise(word);
    if (key === undefined || more !== undefined || key.length < 2) continue;
    const found = bySurname(key, texts, said);
    const choice = chosen(found.length > 1 ? found : byRelation(key, texts, said), lately);
    if (choice.length > 1) return { about: word, readings: choice };
  }
  return byTopic(text, topics, lately);
}

function known(texts: readonly KnownText[]): readonly KnownText[] {
  return texts.slice(0, textsMax).map(({ fit, text }) => ({ fit, text: text.slice(0, charsMax) }));
}

/** Full names that begin with the name; none where the message says the surname of one. */
function bySurname(key: string, texts: readonly KnownText[], said: ReadonlySet<string>): Found[] {
  const found = new Map<string, Found>();
  for (const { fit, text } of known(texts)) {
    for (const [, first = '', last = ''] of text.matchAll(german.test(text) ? germanNames : names)) {
      const surname = tokenise(last.replace(/['’]s$/u, '')).join(' ');
      if (tokenise(first)[0] !== key || surname === key) continue;
      if (said.has(surname)) return [];
      keep(found, surname, `${first} ${last.replace(/['’]s$/u, '')}`, fit);
    }
  }
  return [...found.values()];
}

/** Whose the name is: "my cousin Ana", "my colleague Ana"; none where the message says it of one. */
function byRelation(key: string, texts: readonly KnownText[], said: ReadonlySet<string>): Found[] {
  const found = new Map<string, Found>();
  for (const { fit, text } of known(texts)) {
    for (const [, relation = '', name = ''] of text.matchAll(relations)) {
      if (tokenise(name)[0] !== key) continue;
      const kind = tokenise(relation).at(-1) ?? '';
      if (said.has(kind)) return [];
      keep(found, kind, `${relation} ${name}`, fit);
    }
  }
  return [...found.values()];
}

/** Topics that hold the one word of an open request among others. */
function byTopic(text: string, topics: readonly string[], lately: readonly string[]): Readings | undefined {
  const about = openThing(text);
  const [key, more] = tokenise(about ?? '');
  if (about === undefined || key === undefined || more !== undefined || extractCues(text).openness === 0)
    return undefined;
  const found = topics
    .filter((topic) => tokenise(topic).length > 1 && tokenise(topic).includes(key))
    .map((topic) => ({ shown: topic.replaceAll('-', ' '), fit: 1 }));
  const readings = chosen(found, lately);
  return readings.length > 1 ? { about, readings } : undefined;
}

function keep(found: Map<string, Found>, key: string, shown: string, fit: number): void {
  const before = found.get(key);
  if (before === undefined) found.set(key, { shown, fit });
  else before.fit = Math.max(before.fit, fit);
}

/** Those that fit as well as the best, unless what was said last names just one of them. */
function chosen(found: readonly Found[], lately: readonly string[]): string[] {
  const best = Math.max(0, ...found.map(({ fit }) => fit));
  const equal = found.filter(({ fit }) => fit >= best * asWell);
  if (equal.filter(({ shown }) => lately.some((text) => text.includes(shown))).length === 1) return [];
  return equal
    .toSorted((a, b) => b.fit - a.fit || (a.shown < b.shown ? -1 : 1))
    .slice(0, readingsMax)
    .map(({ shown }) => shown);
}
