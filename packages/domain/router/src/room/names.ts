import { tokenise } from '@salience/language';

/** Names shorter than this are matched whole or not at all: "al" is no short form of "alice". */
const shortestPrefix = 4;

/** A name as it is compared: lower case, without decoration at its ends ("<Bo_>", "bo2" and "Bo" are one). */
export function levelName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[^\p{L}\p{N}]*\d{0,3}[^\p{L}\p{N}]*$/u, '');
}

/** Letters, digits and what people put inside of nicknames; what ends one is looked at apart. */
const candidate = /[\p{L}\p{N}_\-[\]\\`^{}|<>]+/gu;

/** Whether a word of a text means a name: the same, or a beginning of it that nobody would write by chance. */
function means(word: string, name: string, marked: boolean): boolean {
  if (word === name) return name.length > 0;
  if (!name.startsWith(word)) return word.length > 4 && oneSlip(word, name);
  return word.length >= (marked ? shortestPrefix - 1 : shortestPrefix);
}

/** One letter changed, missing or too many. */
function oneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a];
  const rest = longer.length === shorter.length ? shorter.slice(at + 1) : shorter.slice(at);
  return longer.slice(at + 1) === rest;
}

/** Who a text calls on. */
export interface Called {
  /** The name of `names` that the text opens or closes with, as one calls somebody; null when it calls nobody known. */
  readonly vocative: string | null;
  /** Names of `names` that stand anywhere else. */
  readonly mentioned: readonly string[];
  /** Opens like a call ("zed:") with a name that is not among those known. */
  readonly stranger: boolean;
}

/** Words that may stand before a name that is called: "hey Bo". */
const calls = new Set([
  'hey',
  'hi',
  'hello',
  'ok',
  'okay',
  'thanks',
  'ty',
  'hallo',
  'danke',
  'merci',
  'hola',
  'gracias',
  'ola',
  'oi',
  'obrigado',
  'ciao',
  'grazie',
  'salut',
  'bonjour',
]); // prettier-ignore

/** Reads whom a text calls on, among levelled names. */
export function readCalled(text: string, names: readonly string[]): Called {
  const words = [...text.matchAll(candidate)].map((match) => {
    const after = text.slice(match.index + match[0].length).trimStart()[0] ?? '';
    const before = text[match.index - 1] ?? '';
    // A mark behind it or an @ before it says that a name is meant.
    const marked = /[:,>]/u.test(after) || match[0].endsWith('>') || before === '@';
    return {
      word: levelName(match[0]),
      marked,
      at: before === '@',
      end: after === '' || /[.!?]/u.test(after),
    };
  });
  const nameOf = (index: number): string | null => {
    const word = words[index];
    if (word === undefined || word.word === '') return null;
    return names.find((name) => means(word.word, name, word.marked)) ?? null;
  };
  const at = words.findIndex((word) => word.at);
  const opening = nameOf(0) ?? (calls.has(words[0]?.word ?? '') ? nameOf(1) : null);
  const last = words.length - 1;
  const closing = last > 0 && /,\s*\S+[\s.!?]*$/u.test(text) ? nameOf(last) : null;
  const vocative = (at >= 0 ? nameOf(at) : null) ?? opening ?? closing;
  const mentioned = new Set(words.flatMap((_, index) => nameOf(index) ?? []));
  if (vocative !== null) mentioned.delete(vocative);
  const stranger =
    vocative === null && /^\s*[^\s:,>]{2,20}[:>](?:\s|$)/u.test(text) && tokenise(text).length > 1;
  return { vocative, mentioned: [...mentioned], stranger };
}
