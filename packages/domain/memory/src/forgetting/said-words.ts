import { detectLanguage, type LanguageCode, memo } from '@salience/language';

/** A word of a text, with what tells a name from a word. */
export interface SaidWord {
  /** As it is written. */
  readonly raw: string;
  /** Lower case, without accents; "œ" and "ß" in two letters. */
  readonly word: string;
  readonly isCapital: boolean;
  /** A sentence begins with it. */
  readonly isFirst: boolean;
  /** It ends in an apostrophe with or without s: "Ana's", "Hans'". */
  readonly isOwner: boolean;
  /** What stands between it and the word before. */
  readonly gap: string;
}

/** A text as sentences of words. */
export interface SaidText {
  readonly language: LanguageCode;
  readonly sentences: readonly (readonly SaidWord[])[];
}

const piece = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’ʼ´`][\p{L}\p{M}]+)*['’]?/gu;
const sentenceEnd = /[.!?…\n;]/u;
const shortTitle = /^(?:mr|mrs|ms|dr|st|prof|sra?|sig|mme|dott|hr|fr)$/u;
const longest = 20_000;

/** A word as names and relations are compared. */
export function foldWord(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}

/** The words of a text, sentence by sentence; the first 20,000 characters of it. */
export const readSaid = memo(200, (whole: string): SaidText => {
  const text = whole.slice(0, longest);
  const sentences: SaidWord[][] = [];
  let sentence: SaidWord[] = [];
  let last = 0;
  for (const { 0: raw, index } of text.matchAll(piece)) {
    const gap = text.slice(last, index);
    const title = sentence.at(-1);
    if (
      sentence.length > 0 &&
      sentenceEnd.test(gap) &&
      !(gap.startsWith('.') && title && shortTitle.test(title.word))
    ) {
      sentences.push(sentence);
      sentence = [];
    }
    last = index + raw.length;
    const isOwner = /['’ʼ´`]s$/u.test(raw) || /[sxz]['’]$/u.test(raw);
    const bare = isOwner ? raw.replace(/['’ʼ´`]s?$/u, '') : raw.replace(/['’]$/u, '');
    for (const [n, part] of bare
      .split(/['’ʼ´`]/u)
      .filter(Boolean)
      .entries()) {
      sentence.push({
        raw: part,
        word: foldWord(part),
        isCapital: /^\p{Lu}/u.test(part),
        isFirst: sentence.length === 0,
        isOwner,
        gap: n === 0 ? gap : "'",
      });
    }
  }
  if (sentence.length > 0) sentences.push(sentence);
  return { language: detectLanguage(text.slice(0, 600)), sentences };
});
