import type { LanguageCode } from './codes.ts';
import { splitWords } from '../words/split-words.ts';
import { memo } from '../words/memo.ts';

/** The languages as a reply is written in one, in the order that settles a draw. */
export const languages = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const satisfies readonly LanguageCode[];

// The commonest words of each language: they tell languages apart and say nothing about content.
const commonWords: Readonly<Record<LanguageCode, string>> = {
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
) as Record<LanguageCode, Set<string>>;
wordsOf.it.delete('abita');

const anyCommonWord = new Set(languages.flatMap((language) => [...wordsOf[language]]));

/** The commonest words of a language, in lower case. */
export function commonWordsOf(language: LanguageCode): ReadonlySet<string> {
  return wordsOf[language];
}

/** True for a word, in lower case, that is common in one of our languages and so names nothing. */
export function commonWord(word: string): boolean {
  return anyCommonWord.has(word);
}

// Short messages hold too few common words to count; these decide alone.
const tellingWords: Readonly<Record<LanguageCode, RegExp>> = {
  en: /\b(hello|hi|hey|thanks|thank|bye|goodbye|good|great|morning|sister|the)\b/g,
  de: /\b(hallo|guten|moin|servus|danke|dankeschön|tschüss|wiedersehen|gute|nacht|morgen|abend|schwester|wohnt)\b|[äß]/g,
  fr: /\b(bonjour|salut|bonsoir|merci|beaucoup|au revoir|bonne|nuit|sœur|habite)\b|[êœèç]/g,
  es: /\b(hola|buenos|buenas|gracias|adiós|adios|luego|días|noches|hermana|vive)\b|[ñ¿¡]/g,
  pt: /\b(olá|oi|bom dia|boa|obrigad[oa]|tchau|adeus|noite|irmã|mora|valeu)\b|[ãõ]/g,
  it: /\b(ciao|buongiorno|buonasera|salve|grazie|arrivederci|buonanotte|mille|sorella|abita|vive)\b|[ìò]/g,
};

/** The likeliest of our languages; English when nothing speaks for another. */
export const detectLanguage = memo(2_000, (text): LanguageCode => {
  const lower = text.toLowerCase();
  const words = splitWords(lower);
  let best: LanguageCode = 'en';
  let bestScore = 0;
  for (const language of languages) {
    const common = words.filter((word) => wordsOf[language].has(word)).length;
    const telling = lower.match(tellingWords[language])?.length ?? 0;
    const score = common + 2 * telling;
    if (score > bestScore) [best, bestScore] = [language, score];
  }
  return best;
});
