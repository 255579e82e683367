import { memo } from './memo.ts';

/** The languages that the offline responder can say its few sentences in. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const;
export type Language = (typeof languages)[number];

// The commonest words of each language: they tell languages apart and say nothing about content.
const commonWords: Readonly<Record<Language, string>> = {
  en: `a an the and or but if of to in on at for from with by about as is are am was were be been being do does did
    have has had having can could will would shall should may might must i me my mine myself you your yours we us our he him his she
    her hers it its they them their this that these those there here what who whom whose which where when why how
    not no yes so then than too very just also now again ever still currently today's please tell know remember
    recall say said go get got let s t re ve ll d m don doesn didn isn aren wasn won into over up out off some any
    many much old long often really actually exactly right kind sort thing things called named give name's one`,
  de: `der die das den dem des ein eine einen einem einer und oder aber ist sind bin war waren sein haben hat habe hatte ich mir mich
    mein meine meinen meinem meiner du dir dich dein deine er sie es wir uns unser ihr nicht kein keine ja nein so
    in im an am auf aus bei mit nach von vom zu zum zur für wer wo was wann wie warum welche welcher welches wohin
    woher denn noch schon auch nur sehr weißt kennst bitte sag viele viel`,
  fr: `le la les l un une des du de d et ou mais est sont suis était je j me m mon ma mes tu te ton ta tes il elle on nous notre vous votre
    ils ce cet cette ces qui que qu quoi où quand comment pourquoi quel quelle combien ne n pas non oui à au aux en
    dans sur avec pour par as ai a avez avoir être sais dis moi toi très`,
  es: `el la los las un una unos y o pero es son soy era está estoy yo me mi mis tú te tu tus él ella nosotros nuestro usted su sus que qué
    quién quien dónde donde cuándo cuando cómo como cuál cuánto cuántos cuántas por para con sin en de del al a no sí
    se lo le ha he tengo tiene sabes dime muy`,
  pt: `o a os as um uma uns e ou mas é são sou era está estou eu me mim meu minha meus minhas tu te teu tua você ele ela nós nosso seu sua
    que quem onde quando como qual quanto quantos quantas por para com sem em no na nos nas de do da dos das ao à não
    sim se lhe tem tenho sabes sabe diz muito`,
  it: `il lo la i gli le un uno una e o ma è sono sei era io mi mio mia miei mie tu ti tuo tua lui lei noi nostro voi suo sua che chi cosa
    dove quando come quale quanto quanti quante per con senza in nel nella di del della dei da dal al alla a non sì
    si ha ho hai sai dimmi molto abita`,
};

const wordsOf = Object.fromEntries(
  languages.map((language) => [language, new Set(commonWords[language].split(/\s+/))]),
) as Record<Language, Set<string>>;
wordsOf.it.delete('abita');

const anyCommonWord = new Set(languages.flatMap((language) => [...wordsOf[language]]));

/** True for a word, in lower case, that is common in one of our languages and so names nothing. */
export function commonWord(word: string): boolean {
  return anyCommonWord.has(word);
}

// Short messages hold too few common words to count; these decide alone.
const tellingWords: Readonly<Record<Language, RegExp>> = {
  en: /\b(hello|hi|hey|thanks|thank|bye|goodbye|good|great|morning|sister|the)\b/g,
  de: /\b(hallo|guten|moin|servus|danke|dankeschön|tschüss|wiedersehen|gute|nacht|morgen|abend|schwester|wohnt)\b|[äß]/g,
  fr: /\b(bonjour|salut|bonsoir|merci|beaucoup|au revoir|bonne|nuit|sœur|habite)\b|[êœèç]/g,
  es: /\b(hola|buenos|buenas|gracias|adiós|adios|luego|días|noches|hermana|vive)\b|[ñ¿¡]/g,
  pt: /\b(olá|oi|bom dia|boa|obrigad[oa]|tchau|adeus|noite|irmã|mora|valeu)\b|[ãõ]/g,
  it: /\b(ciao|buongiorno|buonasera|salve|grazie|arrivederci|buonanotte|mille|sorella|abita|vive)\b|[ìò]/g,
};

/** The likeliest of our languages; English when nothing speaks for another. */
export const detectLanguage = memo(2_000, (text): Language => {
  const lower = text.toLowerCase();
  const words = splitWords(lower);
  let best: Language = 'en';
  let bestScore = 0;
  for (const language of languages) {
    const common = words.filter((word) => wordsOf[language].has(word)).length;
    const telling = lower.match(tellingWords[language])?.length ?? 0;
    const score = common + 2 * telling;
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return best;
});

/** The words of a text in lower case, apostrophes split off. */
export function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

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
export function contentStems(text: string, language: Language): string[] {
  const common = wordsOf[language];
  const stems: string[] = [];
  for (const word of splitWords(text)) {
    if (common.has(word) || (language !== 'en' && word.length < 2)) continue;
    if (word.length === 1 && !/\d/.test(word)) continue;
    stems.push(stem(word));
  }
  return stems;
}

const unsure =
  /\b(forgot|forget|remember|recall|wonder|know|sure|think|ask|asked|asking|question|when|if)\b/i;

/** The sentences of a text, whole and in order. Abbreviations and numbers with a dot do not end one. */
export function splitSentences(text: string): string[] {
  const parts = text.split(
    /(?<=[.!?…]["”’)]?)(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs|etc|e\.g|i\.e|approx|No)\.)\s+(?=["“¿¡(\p{Lu}\p{N}]|(?:what|where|who|when|how|do|does|my|i)(?!\p{L}|\.))|\n+/u,
  );
  return parts.flatMap((part) => splitTag(part.trim())).filter((part) => part !== '');
}

const tagged =
  /^((?:my|our|i|i['’]m|i['’]ve|we|mein\w*|ich|mon|ma|mes|je|j['’]\p{L}+|mi|mis|yo|o meu|a minha|eu|il mio|la mia|io) [^?]+?)[,;]\s+((?:(?:and|but|und|et|y|e) )?(?:what|how|where|when|who|which|do|does|did|are|is|you|yours|was|wie|wo|und|et|quel|quelle|cuál|qué|y|qual|e)(?!\p{L})[^?]*\?)$/iu;

// "My colour is blue, what's yours?" states before it asks; "I wonder, what is …?" does not.
function splitTag(sentence: string): string[] {
  const [, statement = '', question = ''] = (sentence.endsWith('?') && tagged.exec(sentence)) || [];
  if (splitWords(statement).length < 3 || unsure.test(statement)) return [sentence];
  return [statement, question];
}
