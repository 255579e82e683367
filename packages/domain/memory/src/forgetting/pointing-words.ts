import type { Gender, LanguageCode } from '@salience/language';
import type { SaidWord } from './said-words.ts';

/** Whom a word may point to: a woman, a man, several or somebody unnamed (`x`), or whoever was spoken of last (`any`). */
export type Pointed = Gender | 'any';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const tables: Readonly<Record<LanguageCode, Readonly<Partial<Record<Pointed, ReadonlySet<string>>>>>> = {
  en: {
    f: set('she her hers herself'),
    m: set('he him his himself'),
    x: set('they them their theirs themselves themself'),
  },
  de: {
    f: set('sie ihr ihre ihren ihrem ihrer ihres'),
    m: set('er ihn ihm seine seinen seinem seiner seines'),
  },
  fr: { f: set('elle'), m: set('il'), any: set('lui son sa ses') },
  es: { f: set('ella'), any: set('su sus le') },
  pt: { f: set('ela dela nela'), m: set('ele dele nele'), any: set('lhe sua seu suas seus') },
  it: { f: set('lei'), m: set('lui'), any: set('sua suo sue suoi') },
};

// A sentence that begins with one of these leaves out whom it is about.
const dropped: Readonly<Record<LanguageCode, ReadonlySet<string>>> = {
  en: set('lives lived works worked has likes loves hates studies plays moved says'),
  de: set('wohnt lebt arbeitet mag liebt studiert spielt hat'),
  fr: set('habite travaille aime'),
  es: set('vive vivia trabaja tiene gusta nacio estudia habla juega quiere va dijo toca conduce odia mudo'),
  pt: set(
    'vive mora morava trabalha tem gosta nasceu estuda fala joga quer vai disse toca conduz odeia mudou',
  ),
  it: set('vive viveva abita lavora ha nata nato studia parla gioca vuole va suona guida ama odia piace'),
};
const before = set('and but also und et y e ma pero mas mais auch tambien tambem anche le gli se si');

/** Whom the word at this place points to; undefined for one that points to nobody. */
export function pointsAt(
  sentence: readonly SaidWord[],
  at: number,
  language: LanguageCode,
): Pointed | undefined {
  const { isCapital, raw, word } = sentence[at] as SaidWord;
  const next = sentence[at + 1]?.word ?? '';
  // "Haben Sie": politely "you". "Il pleut", "il y a": nobody.
  if (language === 'de' && isCapital && at > 0 && /^(?:sie|ihr)/u.test(word)) return undefined;
  if (language === 'fr' && word === 'il' && /^(?:y|faut|pleut|neige|fait|est|s|semble)$/u.test(next))
    return undefined;
  if (language === 'es' && /^él$/iu.test(raw.normalize('NFC'))) return 'm';
  const table = tables[language];
  for (const pointed of ['f', 'm', 'x', 'any'] as const)
    if (table[pointed]?.has(word) === true) return pointed;
  // Words that no other language has are known wherever they stand.
  if (language !== 'en' && tables.en.f?.has(word) === true && word !== 'her') return 'f';
  const starts = at === 0 || (at === 1 && before.has(sentence[0]?.word ?? ''));
  return starts && dropped[language].has(word) ? 'any' : undefined;
}

/** True where the words before this place name several things, which "they" means then. */
export function namesSeveral(sentence: readonly SaidWord[], until: number): boolean {
  return sentence.some(
    ({ word }, at) =>
      at < until &&
      (/^(?:people|children|kids|parents|folks|everyone|men|women)$/u.test(word) ||
        (/[^sui]s$/u.test(word) &&
          word.length > 3 &&
          !/^(?:lives|works|likes|loves|says|was|has|does|always|perhaps|sometimes|yes|this)$/u.test(word))),
  );
}

const feminine = set('die eine meine diese la une ma cette');
const masculine = set('der ein mein dieser den einen meinen le un mon ce');

/** The gender of a thing that takes the next pronoun in a language whose things have one; undefined where there is none. */
export function thingIn(sentence: readonly SaidWord[], language: LanguageCode): 'f' | 'm' | undefined {
  if (language !== 'de' && language !== 'fr') return undefined;
  for (const [at, { word }] of sentence.entries()) {
    const noun = sentence[at + 1];
    if (noun === undefined || (language === 'de' && !noun.isCapital)) continue;
    if (feminine.has(word)) return 'f';
    if (masculine.has(word)) return 'm';
  }
  return undefined;
}

/** True for a word that speaks to somebody. */
export function isSecondPerson(word: string): boolean {
  return /^(?:you|your|yours|du|dich|dir|dein|deine|deinen|ihr|euch|tu|toi|te|ton|ta|tes|vous|votre|vos|ti|contigo|usted|voce|voces|teu|tua|tuo)$/u.test(
    word,
  );
}

/** True for a word that speaks of who says it. */
export function isFirstPerson(word: string): boolean {
  return /^(?:i|me|my|mine|we|us|our|ich|mich|mir|mein|meine|wir|uns|unser|je|j|moi|mon|ma|mes|nous|yo|mi|mis|conmigo|nosotros|eu|meu|minha|io|mio|mia|noi)$/u.test(
    word,
  );
}

/** True for a sentence that only goes on with what was said before: "And in winter?", "Since when?". */
export function goesOn(sentence: readonly SaidWord[]): boolean {
  const first = sentence[0]?.word ?? '';
  const asks =
    /^(?:since|seit|depuis|desde|why|where|when|how|warum|wo|wann|pourquoi|quand|por|donde|cuando|porque|onde|quando|perche|dove|da)$/u;
  return (
    (sentence.length <= 5 && /^(?:and|und|et|y|e)$/u.test(first)) ||
    (sentence.length <= 2 && asks.test(first))
  );
}
