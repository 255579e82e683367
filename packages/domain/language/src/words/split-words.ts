const tokenPattern = /[\p{L}\p{N}]+/gu;
/** Scripts that write words without spaces; their words are taken as two characters long. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a text in lower case, apostrophes split off. */
export function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Text for comparing: lower case, without accents, punctuation as spaces. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * Words of a text, levelled so that tables and messages compare equal: lower case, accents dropped,
 * "ß" as "ss", drawn-out letters once ("hiii" is "hi"), split at apostrophes and hyphens ("what's" is "what", "s").
 */
export function tokenise(text: string): string[] {
  const levelled = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/(\p{L})\1{2,}/gu, '$1');
  const found = levelled.match(tokenPattern) ?? [];
  return found.flatMap((token) => (spaceless.test(token) ? (token.match(/.{1,2}/gsu) ?? []) : [token]));
}
