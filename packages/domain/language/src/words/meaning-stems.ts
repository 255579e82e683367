import type { LanguageCode } from '../languages/codes.ts';
import { commonWordsOf } from '../languages/detect-language.ts';
import { memo } from './memo.ts';
import { splitWords } from './split-words.ts';

// Different words for one relation, so that "works as" answers "what is my job". Values are stems.
const meaning: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    live: 'lives living lived reside resides residing based home moved move moves moving relocated settled',
    work: 'works working worked job jobs occupation profession employed employer living',
    favourit: 'favorite favourite favorites favourites fave preferred',
    born: 'birthday birthdate birth bday',
    mother: 'mum mom mama mummy mommy',
    father: 'dad daddy papa',
    buy: 'bought buys buying purchase purchased paid pay cost costs price',
    colour: 'color colors colours',
    go: 'went goes going gone visited visit visits visiting travel travelled traveled trip',
    meet: 'met meets meeting meetings appointment appointments',
    child: 'children kid kids',
    phone: 'telephone mobile cell',
    marri: 'married marry wedding wed',
    studi: 'study studies studying studied student',
    like: 'likes liked enjoy enjoys love loves loved',
    hate: 'hates hated dislike dislikes',
    eat: 'eats ate eating eaten',
    leav: 'leave leaves leaving left departs depart departure',
    begin: 'begins began starts start started starting',
    car: 'cars vehicle',
    allerg: 'allergic allergy allergies',
  }).flatMap(([stem, words]) => [stem, ...words.split(' ')].map((word) => [word, stem])),
);

/** A word's stem; words of one meaning share it. For matching only, never shown. */
const stem = memo(20_000, (word): string => {
  const known = meaning[word];
  if (known !== undefined) return known;
  let base = spelling(word);
  const same = meaning[base];
  if (same !== undefined) return same;
  if (base.length > 4) base = base.replace(/(?:'s|’s)$/, '').replace(/(ss|us|is)$|s$/, '$1');
  if (base.length > 5) base = base.replace(/(?:ing|ied|ed|es)$/, '').replace(/([bdgklmnprt])\1$/, '$1');
  if (base.length > 3) base = base.replace(/[ey]$/, '');
  return meaning[base] ?? base;
});

// British and American spellings of one word, brought to one form; what else it changes, it changes on both sides.
function spelling(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?<=\p{L}{3})our(?=$|s|e|i|h)/u, 'or')
    .replace(/(?<=\p{L}{2})([iy])s(e|es|ed|er|ing|ation)$/u, '$1z$2')
    .replace(/(?<=\p{L}{2}[bct])re(s?)$/u, 'er$1')
    .replace(/logue(s?)$/, 'log$1')
    .replace(/ll(ed|ing|er)$/, 'l$1')
    .replace(/^grey/, 'gray')
    .replace(/mme$/, 'm');
}

/** Every stem of a text that carries content, in order; `living` in "for a living" has its own rule in questions. */
export function contentStems(text: string, language: LanguageCode): string[] {
  const common = commonWordsOf(language);
  const stems: string[] = [];
  for (const word of splitWords(text)) {
    if (common.has(word) || (language !== 'en' && word.length < 2)) continue;
    if (word.length === 1 && !/\d/.test(word)) continue;
    stems.push(stem(word));
  }
  return stems;
}
