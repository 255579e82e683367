import { isSmallWord, keywordStem } from '@salience/language';

/** Each takes a bit of a mask. */
const keywordsMax = 24;
/** Letters of a word that must agree; the rest is taken for its ending. */
const endingMax = 3;
/** The weight of a word of the message before. */
const beforeWeight = 0.25;

interface Keyword {
  readonly stem: string;
  /** From a script without spaces: found anywhere, not only where a word begins. */
  readonly anywhere: boolean;
  /** 1 for a word of the message, less for one of the message before. */
  readonly weight: number;
}

/** The subject of a message, as words to compare with. */
export interface Query {
  readonly keywords: readonly Keyword[];
}

/** The message's words. A message with fewer than two of its own ("yes, do it") also has those of the message before. */
export function queryOf(message: string, before: string | undefined): Query {
  const own = keywordsOf(message.slice(0, 4_000), 1);
  const isShort = own.length < 2 && before !== undefined;
  const stems = isShort ? [...own, ...keywordsOf(before.slice(0, 1_000), beforeWeight)] : own;
  const seen = new Set<string>();
  const keywords = stems.filter(({ stem }) => !seen.has(stem) && seen.add(stem));
  // Of a long message only the longest words: they are the rarest and identify its subject.
  if (keywords.length > keywordsMax) {
    keywords.sort(
      (a, b) => b.weight - a.weight || b.stem.length - a.stem.length || (a.stem < b.stem ? -1 : 1),
    );
    keywords.length = keywordsMax;
  }
  return { keywords };
}

/**
 * How much of the query each text speaks of, 0..1: the share of the query's words that begin a word of the text, each weighed
 * by how few of all texts have it. "art" is not in "start".
 */
export function overlapOf(query: Query, texts: readonly string[]): number[] {
  const { keywords } = query;
  if (keywords.length === 0) return texts.map(() => 0);
  const counts = keywords.map(() => 0);
  const masks = texts.map((text) => {
    const lower = text.toLowerCase();
    let mask = 0;
    for (const [index, keyword] of keywords.entries()) {
      if (!contains(lower, keyword)) continue;
      mask |= 1 << index;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    return mask;
  });
  const weights = keywords.map(
    ({ weight }, index) => weight * Math.log(1 + (texts.length + 1) / ((counts[index] ?? 0) + 0.5)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return masks.map((mask) => {
    let sum = 0;
    for (let index = 0, rest = mask; rest !== 0; index += 1, rest >>>= 1)
      if ((rest & 1) === 1) sum += weights[index] ?? 0;
    return sum / total;
  });
}

/** How much each text speaks of `about`, 0..1. */
export function relevanceTo(about: string, texts: readonly string[]): number[] {
  return overlapOf(queryOf(about, undefined), texts);
}

/** A standing of 0..1 lifted towards 1 by what else speaks for it, 0..1; never lowered. */
export function lifted(base: number, by: number, most: number): number {
  return base + (1 - base) * most * by;
}

/** How recent the last but `ago`-th exchange is: 1 for the last, halved every third. */
export function recencyOf(ago: number): number {
  return 0.5 ** (ago / 3);
}

/** True where the text has a trigger: a whole word or phrase of it, or the trigger is `*`. */
export function isTriggered(lower: string, trigger: string): boolean {
  const wanted = trigger.trim().toLowerCase();
  if (wanted === '*') return true;
  if (wanted === '') return false;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1))
    if (!isLetter(lower, at - 1) && !isLetter(lower, at + wanted.length)) return true;
  return false;
}

// Thai begins the scripts that put no spaces between words; a run of them is taken in pairs.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function keywordsOf(text: string, weight: number): Keyword[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]{2,}/gu) ?? [];
  return words.slice(0, 400).flatMap((word): Keyword[] => {
    if (isSmallWord(word)) return [];
    if (!unspaced.test(word)) return [{ stem: keywordStem(word), anywhere: false, weight }];
    const letters = Array.from(word);
    return letters
      .slice(1)
      .map((letter, index) => ({ stem: `${letters[index] ?? ''}${letter}`, anywhere: true, weight }));
  });
}

function contains(lower: string, { stem, anywhere }: Keyword): boolean {
  for (let at = lower.indexOf(stem); at >= 0; at = lower.indexOf(stem, at + 1)) {
    if (anywhere) return true;
    if (isLetter(lower, at - 1)) continue;
    let end = at + stem.length;
    const last = end + endingMax;
    while (end <= last && isLetter(lower, end)) end += 1;
    if (end <= last) return true;
  }
  return false;
}

/** ASCII letters, digits and `_` exactly; beyond ASCII everything but the usual punctuation. */
function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x3000 && code <= 0x303f);
}
