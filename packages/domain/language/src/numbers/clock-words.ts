import { languageCodes } from '../languages/codes.ts';
import { lexicons } from '../languages/lexicons.ts';

const accented = (word: string) =>
  word.replace(
    /[aeiou]/gu,
    (vowel) => `[${{ a: 'aáâäàã', e: 'eéêëè', i: 'iíîì', o: 'oóôöò', u: 'uúûüù' }[vowel] ?? vowel}]`,
  );
const hourWords = new Map(
  languageCodes.flatMap((code) =>
    lexicons[code].numbers.slice(1, 13).map((word, n) => [word, n + 1] as const),
  ),
);
const hour = `(\\d{1,2}|${[...hourWords.keys()].map(accented).join('|')}|ein|une|una|uma)`;
const before = new RegExp(
  `(?<!\\p{L})(half past|quarter past|quarter to|halb|viertel nach|viertel vor|dreiviertel) ${hour}(?!\\p{L})`,
  'giu',
);
const after = new RegExp(
  `(?<!\\p{L})${hour}(?: ?h| heures?| horas?)?,? (y media|et demie?|e mezz[oa]|e meia|y cuarto|et quart|e un quarto|e quarto|menos cuarto|moins le quart|meno un quarto)(?!\\p{L})`,
  'giu',
);

/** A text with its times of day in digits: "halb zehn" and "half past nine" are 9:30. */
export function clockInDigits(text: string): string {
  return text
    .replace(before, (whole, how: string, word: string) => clockOf(whole, how.toLowerCase(), word))
    .replace(after, (whole, word: string, how: string) => clockOf(whole, how.toLowerCase(), word));
}

function clockOf(whole: string, how: string, word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  const said = /^\d+$/u.test(plain) ? Number(plain) : (hourWords.get(plain) ?? 1);
  if (said < 1 || said > 24) return whole;
  const minutes = /half|halb|medi|demi|mezz|meia/u.test(how)
    ? 30
    : /to$|vor$|drei|meno|moins/u.test(how)
      ? 45
      : 15;
  // "Halb zehn" and "quarter to ten" are before ten.
  const isBefore = how === 'halb' || minutes === 45;
  const at = isBefore ? (said === 1 ? 12 : said - 1) : said;
  return `${at}:${minutes}`;
}
