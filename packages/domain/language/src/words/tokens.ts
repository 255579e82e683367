import { memo } from './memo.ts';
import { wordsOf } from './words-of.ts';
import { type LanguageCode } from '../languages/codes.ts';
import { languageOf } from '../languages/lexicons.ts';

/** A word of a text as it is compared with others. */
export interface Token {
  /** Lower case, accents folded, without a possessive ending; digits without zeros before them. */
  readonly word: string;
  /** Its number, where it is written in digits ("23rd", "09"). */
  readonly number: number | undefined;
  /** It is a number of a rank ("23rd", "3º"). */
  readonly isRank: boolean;
  /** Written with a capital. */
  readonly isCapital: boolean;
  /** Written with a capital where no sentence begins. */
  readonly isName: boolean;
  /** It ends in a possessive: "Jonas's", "Jonas'". */
  readonly isOwner: boolean;
  /** What stands between it and the word before. */
  readonly gap: string;
  readonly start: number;
  readonly end: number;
}

/** A text cut into words. */
export interface Reading {
  readonly text: string;
  readonly language: LanguageCode;
  readonly tokens: readonly Token[];
}

// Two words written as one: "l'école", "dell'anno", "d'Anna".
const elided =
  /^(?:l|d|j|m|t|s|c|n|qu|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall|coll|quest|quell|bell|sant|anch)$/u;
const ranked = /^(\d{1,4})(st|nd|rd|th|er|ere|e|eme|o|a|º|ª)$/u;
const clock = /^(\d{1,2})(h|uhr|am|pm)(\d{2})?$/u;
// A sentence begins here; it does not after the short form of a title.
const begins =
  /(?:^|(?<!(?<!\p{L})(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|Prof|Sra?|Sig|Mme|Dott|Fr|Hr))[.!?…:\n"“„«(]\s*)$/u;
const piece =
  /\p{N}+(?:[.,’']\p{N}{3})+(?![\p{N}\p{L}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*['’]?/gu;

/** Readings that are kept for each language that a text may be in: those of an exchange, of which every note is compared with it. */
const readingsKept = 60;
const readers = new Map<LanguageCode | undefined, (text: string) => Reading>();

/** Reads a text; `likely` is its language where its words do not tell. */
export function readTokens(text: string, likely?: LanguageCode): Reading {
  const reader = readers.get(likely) ?? memo(readingsKept, (one) => readAnew(one, likely));
  readers.set(likely, reader);
  return reader(text);
}

function readAnew(text: string, likely: LanguageCode | undefined): Reading {
  const tokens: Token[] = [];
  let last = 0;
  const add = (raw: string, start: number, isFirst: boolean): void => {
    const isPossessive =
      /\p{L}['’]s$|[sxz]['’]$/u.test(raw) && !/^(?:it|that|what|he|she|who|there|let)['’]s$/iu.test(raw);
    // Digits in groups are one number: "1,200".
    const bare = /^\p{N}/u.test(raw)
      ? raw.replace(/[.,'’]/gu, '')
      : isPossessive
        ? raw.replace(/['’]s?$/u, '')
        : raw;
    const gap = text.slice(last, start);
    last = start + raw.length;
    for (const [n, whole] of wordsOf(bare).entries()) {
      const parts = inDigits(whole.replace(/’/g, "'"));
      for (const [place, { isRank, number, word }] of parts.entries()) {
        tokens.push({
          word,
          number,
          isRank,
          isCapital: /^\p{Lu}/u.test(raw),
          isName: !isFirst && /^\p{Lu}/u.test(raw),
          isOwner: isPossessive,
          gap: n + place === 0 ? gap : '',
          start,
          end: start + raw.length,
        });
      }
    }
  };
  for (const { 0: raw, index } of text.matchAll(piece)) {
    const isFirst = begins.test(text.slice(Math.max(0, index - 8), index));
    const cut = raw.search(/['’]/u);
    if (cut > 0 && cut < raw.length - 2 && elided.test(fold(raw.slice(0, cut)))) {
      add(raw.slice(0, cut), index, isFirst);
      add(raw.slice(cut + 1), index + cut + 1, false);
    } else add(raw, index, isFirst);
  }
  return {
    text,
    tokens,
    language: languageOf(
      tokens.map(({ word }) => word),
      text,
      likely,
    ),
  };
}

function fold(text: string): string {
  return wordsOf(text).join(' ');
}

function inDigits(word: string): { word: string; number: number | undefined; isRank: boolean }[] {
  const number = (digits: string, isRank = false) => {
    const value = Number(digits);
    return { word: String(value), number: value, isRank };
  };
  const rank = ranked.exec(word);
  if (rank !== null) return [number(rank[1] ?? '', true)];
  const hour = clock.exec(word);
  if (hour !== null) return [number(hour[1] ?? ''), ...(hour[3] === undefined ? [] : [number(hour[3])])];
  // What is too long to be counted is a name of digits; so is what begins with zeros and is no day or hour.
  if (/^\d{1,15}$/u.test(word) && !/^0\d{2}/u.test(word)) return [number(word)];
  return [{ word, number: undefined, isRank: false }];
}
