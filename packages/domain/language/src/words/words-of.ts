// These scripts put no spaces between words, so a run of letters would be compared as a whole sentence.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
// oxlint-disable-next-line no-control-regex -- it is the range that is meant
const beyondAscii = /[^\x00-\x7f]/;
const isAscii = (text: string): boolean => !beyondAscii.test(text);
/** The words of a text, lower case, accents folded; single characters for scripts without spaces. */
export function wordsOf(text: string): string[] {
  // Nothing to fold: most texts, and a third of the time.
  if (isAscii(text)) return text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)?/g) ?? [];
  const folded = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  const words = folded.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  return words.flatMap((word) => (unspaced.test(word) ? Array.from(word) : [word]));
}

/**
 * What two texts share that say the same word for word: their words in order, whatever case, accents, marks and spaces. Of texts
 * that belong together ("subject", "value") each counts for itself. Empty where there are no words.
 */
export function saidKey(...texts: readonly string[]): string {
  const parts = texts.map((text) => wordsOf(text).join(' '));
  return parts.every((part) => part === '') ? '' : parts.join('|');
}
