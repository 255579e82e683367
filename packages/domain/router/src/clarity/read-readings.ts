import { tokenise, topicStem } from '@salience/language';
import { contentWords, extractCues } from '../cues/extract-cues.ts';
import { bareThing } from './open-thing.ts';

/** Something known that a message may mean. */
export interface KnownText {
  readonly text: string;
  /** How well it fits the message, 0 to 1. */
  readonly fit: number;
}

/** What is known in a turn. */
export interface KnownThings {
  /** What memory brought up for the message, of people whom the agent serves. */
  readonly texts: readonly KnownText[];
  /** Names of topics; one counts as far as a text says its words. */
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
/** "My cousin Ana", "my colleague Ana Reis", in six languages. */
const relations =
  /(?<!\p{L})((?:[Mm]y|[Oo]ur|[Mm]eine?[nmrs]?|[Uu]nsere?[nmrs]?|[Mm]on|[Mm]a|[Nn]otre|[Mm]i|[Nn]uestr[oa]|(?:[Oo] |[Aa] )?(?:[Mm]eu|[Mm]inha|[Nn]oss[oa])|(?:[Ii]l |[Ll]a )?(?:[Mm]i[oa]|[Nn]ostr[oa]))\s+(?:\p{Ll}[\p{L}-]+\s+)??\p{L}[\p{L}-]+)\s*,?\s+(\p{Lu}[\p{L}'’-]+)(?:\s+(\p{Lu}[\p{L}'’-]+)(?=[^\p{L}]|$))?/gu;

/** Somebody of that name, as one text tells of them. */
interface Mention {
  /** Levelled; '' where it is not said. */
  readonly surname: string;
  readonly relation: string;
  readonly shown: string;
  readonly fit: number;
}

interface Candidate {
  surname: string;
  relation: string;
  shown: string;
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
  let isName = false;
  for (const [place, word] of words.entries()) {
    const [key, more] = tokenise(word);
    if (key === undefined || more !== undefined || key.length < 2) continue;
    const found = candidatesOf(key, texts);
    if (found.some(({ relation, surname }) => said.has(surname) || said.has(relation))) return undefined;
    const choice = chosen(found, lately);
    if (choice.length > 1) return { about: word, readings: choice };
    isName ||= found.length > 0 || isNameLike(word, place, cues.languages);
  }
  // Whoever asks about somebody does not mean a topic.
  return isName ? undefined : byTopic(text, { lately, texts, topics });
}

/** True for a word that begins with a capital inside a sentence, where nouns do not. */
function isNameLike(word: string, place: number, languages: readonly string[]): boolean {
  return place > 0 && /^\p{Lu}\p{Ll}/u.test(word) && !languages.includes('de');
}

function known(texts: readonly KnownText[]): readonly KnownText[] {
  return texts.slice(0, textsMax).map(({ fit, text }) => ({ fit, text: text.slice(0, charsMax) }));
}

/** What the texts tell of people of that name: full names, and whose they are. */
function mentionsOf(key: string, texts: readonly KnownText[]): Mention[] {
  return known(texts).flatMap(({ fit, text }) => {
    const isGerman = german.test(text);
    const full = [...text.matchAll(isGerman ? germanNames : names)].map(([, first = '', last = '']) => ({
      first,
      last,
      relation: '',
    }));
    const related = [...text.matchAll(relations)].map(([, relation = '', first = '', last = '']) => ({
      first,
      // In German a noun may follow.
      last: isGerman && !full.some((one) => one.first === first && one.last === last) ? '' : last,
      relation,
    }));
    return [...related, ...full].flatMap(({ first, last, relation }) => {
      const bare = last.replace(/['’]s$/u, '');
      const surname = tokenise(bare).join(' ');
      if (tokenise(first.replace(/['’]s$/u, ''))[0] !== key || surname === key) return [];
      const kind = tokenise(relation).at(-1) ?? '';
      return [
        { surname, relation: kind, shown: bare === '' ? `${relation} ${first}` : `${first} ${bare}`, fit },
      ];
    });
  });
}

/** The people of that name: mentions of one surname, or of one relation where no surname parts them, are one person. */
function candidatesOf(key: string, texts: readonly KnownText[]): Candidate[] {
  const found: Candidate[] = [];
  const mentions = mentionsOf(key, texts);
  for (const { fit, relation, shown, surname } of mentions.toSorted(bySaid)) {
    const same = found.find(
      (one) => (surname !== '' && one.surname === surname) || (surname === '' && one.relation === relation),
    );
    if (same === undefined) found.push({ surname, relation, shown, fit });
    else {
      same.fit = Math.max(same.fit, fit);
      if (same.relation === '') same.relation = relation;
    }
  }
  return found;
}

/** Those that tell most of whom they mean come first, so that the others are held against them. */
const bySaid = (a: Mention, b: Mention): number =>
  Number(b.surname !== '') - Number(a.surname !== '') ||
  Number(b.relation !== '') - Number(a.relation !== '');

/** Topics that hold the one word of an open request among others, as far as a text says them. */
function byTopic(text: string, { lately, texts, topics }: KnownThings): Readings | undefined {
  const about = bareThing(text);
  const [key, more] = tokenise(about ?? '');
  if (about === undefined || key === undefined || more !== undefined || extractCues(text).openness === 0)
    return undefined;
  const told = known(texts).map((one) => new Set(tokenise(one.text).map(topicStem)));
  const found = topics.flatMap((topic) => {
    const shown = topic.replaceAll('-', ' ');
    const stems = contentWords(shown).map(topicStem);
    const others = new Set(stems.filter((stem) => stem !== topicStem(key)));
    const isSaid = told.some((said) => stems.every((stem) => said.has(stem)));
    return stems.includes(topicStem(key)) && others.size > 0 && isSaid ? [{ shown, fit: 1, others }] : [];
  });
  // "Walk dunes" and "walk dunes may" are one subject, told of twice.
  const apart = found.filter(
    ({ others }, at) =>
      !found.some(
        (one, place) =>
          place !== at &&
          [...one.others].every((stem) => others.has(stem)) &&
          (one.others.size < others.size || place < at),
      ),
  );
  const readings = chosen(apart, lately);
  return readings.length > 1 ? { about, readings } : undefined;
}

/** Those that fit as well as the best, unless what was said last names just one of them. */
function chosen(
  found: readonly { readonly shown: string; readonly fit: number }[],
  lately: readonly string[],
): string[] {
  const best = Math.max(0, ...found.map(({ fit }) => fit));
  const equal = found.filter(({ fit }) => fit >= best * asWell);
  if (equal.filter(({ shown }) => lately.some((text) => text.includes(shown))).length === 1) return [];
  return equal
    .toSorted((a, b) => b.fit - a.fit || (a.shown < b.shown ? -1 : 1))
    .slice(0, readingsMax)
    .map(({ shown }) => shown);
}
