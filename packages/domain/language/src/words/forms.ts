import { stemOf } from './stems.ts';
import { type LanguageCode } from '../languages/codes.ts';

// What verbs, nouns and adjectives of the six languages change in when somebody else, one more or another time is meant.
const endings = new Set(
  ' s es e n en er em et t st te ten est ed ing ies y a o as os i am an is it mo mos eis ai ao oes ons ez ent ons ais ait e es ee ees iamo ate ono ano ando endo ar er ir are ere ire ado ada ido ida ato ata uto uta ito ita ei ou iu io aste iste aron ieron aram eram iram aba aban ava avo avam avano ia ias ian iam amos emos imos iez ions aient erent asti isti arono irono end ende enden'.split(
    ' ',
  ),
);
const shortEndings = new Set([
  '',
  'e',
  'o',
  'a',
  'i',
  'es',
  'as',
  'os',
  's',
  't',
  'st',
  'en',
  'n',
  'te',
  'is',
  'em',
  'am',
  'mo',
]);
const links = /^(?:s|es|n|en|er|e)?$/u;

/** True for two forms of one word: what they share is long, and each ends as words of these languages do. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared += 1;
  if (shared < 3 || /\p{N}/u.test(a)) return false;
  const [one, other] = [a.slice(shared), b.slice(shared)];
  if (shared === 3) return shortEndings.has(one) && shortEndings.has(other);
  return shared * 2 > Math.max(a.length, b.length) && endings.has(one) && endings.has(other);
}

/** A name in its own form and as one who owns: "Martas" is Marta's. Other endings make other names. */
export function isSameName(a: string, b: string): boolean {
  return stemOf(a) === stemOf(b) || `${a}s` === b || a === `${b}s`;
}

/** True for a word that is put together of words of the source, or that one of them is put together with. German. */
export function isCompoundOf(word: string, language: LanguageCode, source: readonly string[]): boolean {
  if (language !== 'de' || word.length < 4) return false;
  if (source.some((said) => said.length > word.length + 2 && said.endsWith(word))) return true;
  return source.some((head) => {
    if (head.length < 4 || !word.startsWith(head.slice(0, Math.max(4, head.length - 1)))) return false;
    return source.some((tail) => {
      if (tail.length < 4 || tail === head || !word.endsWith(tail)) return false;
      const between = word.slice(head.length, word.length - tail.length);
      return word.length >= head.length - 1 + tail.length && links.test(between);
    });
  });
}
