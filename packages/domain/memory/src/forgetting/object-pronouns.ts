import { type LanguageCode, relationOf } from '@salience/language';
import { genderOfName } from './given-names.ts';
import { type ArticlePronouns, endsAsVerb, personVerb } from './person-verbs.ts';
import type { Pointed } from './pointing-words.ts';
import type { SaidWord } from './said-words.ts';

/** A pronoun that is an article elsewhere: whom it may point to. */
export interface ObjectPronoun {
  readonly pointed: Pointed;
  /** By its verb it may be a thing too: one of its gender that was named just before takes it. */
  readonly maybeThing: boolean;
}

const pronouns: Readonly<Record<ArticlePronouns, Readonly<Record<string, Pointed>>>> = {
  es: { la: 'f', lo: 'm', las: 'x', los: 'x' },
  pt: { a: 'f', o: 'm', as: 'x', os: 'x' },
  it: { la: 'f', lo: 'm', le: 'f', gli: 'm', li: 'x', l: 'any' },
  fr: { la: 'f', le: 'm', les: 'x', l: 'any' },
};

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// After these an article would be out of place: subjects, "not", other pronouns.
const before: Readonly<Record<ArticlePronouns, ReadonlySet<string>>> = {
  es: set(
    'no nunca jamas siempre ya tambien tampoco apenas casi yo tu ella usted nosotros nosotras ellos ellas quien me te se nos os',
  ),
  pt: set('nao nunca sempre ja tambem nem eu tu ela ele voce nos eles elas quem ainda'),
  it: set('non mai sempre gia anche io tu lei lui noi voi loro chi me te ce ve se'),
  fr: set('je j tu il elle on nous vous ils elles ne n qui me te se'),
};

// Verbs of saying and giving, whose object of a person is "le" and "gli" in Italian.
const toSomebody =
  /^(?:ho|hai|ha|abbiamo|hanno|avevo|aveva|d[ai]c\p{L}+|dissi|disse|detto|scriv\p{L}+|scrissi|parl\p{L}+|telefon\p{L}+|do|diedi|regal\p{L}+|chied\p{L}+|chiesi|rispond\p{L}+|mand\p{L}+|spieg\p{L}+|piac\p{L}+|serve|manca|manchi)$/u;

/** Whom "la" in "la vi ayer" may point to; undefined where it is an article. Only languages in which one word is both. */
export function objectAt(
  sentence: readonly SaidWord[],
  at: number,
  language: LanguageCode,
): ObjectPronoun | undefined {
  if (language === 'en' || language === 'de') return undefined;
  const said = sentence[at] as SaidWord;
  const pointed = Object.hasOwn(pronouns[language], said.word) ? pronouns[language][said.word] : undefined;
  if (pointed === undefined) return behindVerb(said, language);
  if (said.gap === '-') return behindHyphen(sentence, at, language, pointed);
  const next = sentence[at + 1];
  if (next === undefined || !/^[\s'’]+$/u.test(next.gap) || (next.isCapital && !said.isCapital))
    return undefined;
  if (language === 'it' && (said.word === 'le' || said.word === 'gli')) return toWhom(sentence, at, pointed);
  if (said.word === 'l' && next.gap !== "'") return undefined;
  // "Começou a chamar": a preposition.
  if (language === 'pt' && said.word === 'a' && next.word.endsWith('r')) return undefined;
  const isPlaced = standsBeforeVerb(sentence, at, language);
  const gender = pointed === 'any' ? genderOfParticiple(sentence[at + 2]) : pointed;
  const further = sentence[at + 2];
  switch (personVerb(next.word, language)) {
    case 'thing':
    case 'participle':
      return undefined;
    case 'verb':
      // "La quiero comprar".
      return further !== undefined &&
        /[aei]re?$/u.test(further.word) &&
        personVerb(further.word, language) === 'thing'
        ? undefined
        : { pointed: gender, maybeThing: false };
    case 'helper':
      return afterHelper(sentence, at + 2, language, gender, isPlaced);
    case 'noun-too':
      return isPlaced ||
        endsAsVerb(next.raw, language) ||
        (isTime(further) && !isBehindPreposition(sentence, at))
        ? { pointed: gender, maybeThing: false }
        : undefined;
    case undefined:
      // "Lo sé", "o fiz": with verbs of other kinds a masculine one mostly means a matter.
      return pointed === 'f' && endsAsVerb(next.raw, language) ? { pointed, maybeThing: true } : undefined;
  }
}

/** "La he visto", "la voy a ver", "l'ho vista": the verb behind the helper decides. */
function afterHelper(
  sentence: readonly SaidWord[],
  from: number,
  language: ArticlePronouns,
  pointed: Pointed,
  isPlaced: boolean,
): ObjectPronoun | undefined {
  const verb = sentence
    .slice(from, from + 3)
    .find(
      ({ word }) =>
        !/^(?:a|de|que|di|da|ya|ja|gia|bien|bem|bene|mucho|muito|molto|pas|mai|ancora|souvent)$/u.test(word),
    );
  const reading = verb && personVerb(verb.word, language);
  if (reading === 'thing') return undefined;
  if (reading !== undefined) return { pointed, maybeThing: false };
  if (pointed === 'm') return undefined;
  const isVerb = verb !== undefined && isParticiple(verb.word, language);
  return isVerb || isPlaced ? { pointed, maybeThing: true } : undefined;
}

function isParticiple(word: string, language: ArticlePronouns): boolean {
  if (language === 'fr') return /(?:ee?s?|ies?|ues?|[iu])$/u.test(word) && word.length > 2;
  return /(?:[aiu]d[oa]s?|[aiu]t[oaie]|[aei]ndo|[aei]re?)$/u.test(word);
}

function genderOfParticiple(verb: SaidWord | undefined): Pointed {
  const word = verb?.word ?? '';
  if (/(?:[aiu]ta|[aiu]da|vista|messa|presa|persa|vue|ee)$/u.test(word)) return 'f';
  if (/(?:[aiu]to|[aiu]do|visto|messo|preso|perso)$/u.test(word)) return 'm';
  return 'any';
}

function standsBeforeVerb(sentence: readonly SaidWord[], at: number, language: ArticlePronouns): boolean {
  const said = sentence[at] as SaidWord;
  const prev = sentence[at - 1];
  if (prev === undefined || !/^[\s'’]+$/u.test(said.gap)) return false;
  if (before[language].has(prev.word)) return true;
  // "Mi hermano la visita", "Tom la chiama": two nouns side by side would be none.
  return relationOf(prev.word) !== undefined || (prev.isCapital && genderOfName(prev.word) !== undefined);
}

function isBehindPreposition(sentence: readonly SaidWord[], at: number): boolean {
  return /^(?:en|de|por|para|con|a|tras|sin|em|com|sem|di|da|per|su|tra|dans|pour|avec|sur|sans|y|e|et)$/u.test(
    sentence[at - 1]?.word ?? '',
  );
}

function isTime(word: SaidWord | undefined): boolean {
  return (
    word !== undefined &&
    /^(?:ayer|hoy|manana|anoche|cada|siempre|mucho|todos|todas|ontem|hoje|amanha|muito|sempre|ieri|oggi|domani|ogni|spesso|molto|hier|demain|souvent|beaucoup)$/u.test(
      word.word,
    )
  );
}

// "Le ho detto", "gli piace": to her, to him. "Le case", "gli amici" are articles.
function toWhom(sentence: readonly SaidWord[], at: number, pointed: Pointed): ObjectPronoun | undefined {
  const [verb, after] = [sentence[at + 1] as SaidWord, sentence[at + 2]];
  const reading = personVerb(verb.word, 'it');
  if (!toSomebody.test(verb.word) && reading !== 'verb' && reading !== 'helper') return undefined;
  // "Le ho viste": them.
  const several = /(?:[aiu]te|viste|prese|perse)$/u.test(after?.word ?? '') || reading === 'verb';
  return {
    pointed: several && !toSomebody.test(after?.word ?? '') && !toSomebody.test(verb.word) ? 'x' : pointed,
    maybeThing: false,
  };
}

// "Vê-la", "chamei-a", "appelle-la".
function behindHyphen(
  sentence: readonly SaidWord[],
  at: number,
  language: ArticlePronouns,
  pointed: Pointed,
): ObjectPronoun | undefined {
  if (language !== 'pt' && language !== 'fr') return undefined;
  const verb = sentence[at - 1];
  return verb === undefined || personVerb(verb.word, language) === 'thing'
    ? undefined
    : { pointed, maybeThing: personVerb(verb.word, language) === undefined };
}

const noVerbs = set(
  'perla carla charla parla orla burla perle perlo carlo merlo merla sberla ciarla tarlo tarla urla urlo urlare birla mirlo mirla',
);
const enclitic: Readonly<Partial<Record<ArticlePronouns, RegExp>>> = {
  es: /^(\p{L}*?(?:[aei]r|ando|iendo|yendo))(?:me|te|se|nos)?(la|lo|las|los)$/u,
  it: /^(\p{L}*?(?:[aei]r|[ae]ndo))(?:glie|me|te|se|ce)?(la|lo|le|gli|li)$/u,
};
const command: Readonly<Partial<Record<ArticlePronouns, RegExp>>> = {
  es: /^(\p{L}{2,})(la|lo|las|los)$/u,
  it: /^(\p{L}{2,})(la|lo|le|gli|li)$/u,
};

// "Llamarla", "vedendola", "llámala", and in Portuguese "la" behind a hyphen, which is a word of its own.
function behindVerb(said: SaidWord, language: ArticlePronouns): ObjectPronoun | undefined {
  if (language === 'pt') {
    if (said.gap !== '-') return undefined;
    const pointed = ({ la: 'f', lo: 'm', na: 'f', no: 'm', las: 'x', los: 'x', nas: 'x' } as const)[
      said.word
    ];
    return pointed === undefined ? undefined : { pointed, maybeThing: false };
  }
  if (language === 'fr' || noVerbs.has(said.word)) return undefined;
  const [, verb = '', ending = ''] = enclitic[language]?.exec(said.word) ?? [];
  if (verb.length > 1) {
    if (personVerb(verb, language) === 'thing') return undefined;
    return {
      pointed: pronouns[language][ending] ?? 'any',
      maybeThing: personVerb(language === 'it' ? `${verb}e` : verb, language) === undefined,
    };
  }
  const [, order = '', whom = ''] = command[language]?.exec(said.word) ?? [];
  const reading = personVerb(order, language);
  // An order is stressed before its end, and written so in Spanish.
  const isStressed = language === 'it' || /[áéíóú]/u.test(said.raw.normalize('NFC').toLowerCase());
  if (order === '' || (reading !== 'verb' && !(reading === 'noun-too' && isStressed))) return undefined;
  return { pointed: pronouns[language][whom] ?? 'any', maybeThing: false };
}

const articles: Readonly<Record<ArticlePronouns, Readonly<Record<'f' | 'm', ReadonlySet<string>>>>> = {
  es: { f: set('la una esta esa aquella mi tu su'), m: set('el un este ese aquel mi tu su') },
  pt: { f: set('a uma esta essa aquela minha da na'), m: set('o um este esse aquele meu do no') },
  it: { f: set('la una questa quella mia della nella'), m: set('il lo un uno questo quello mio del nel') },
  fr: { f: set('la une cette ma'), m: set('le un ce mon du au') },
};

/** True where a thing of a gender is named in the words before a place. */
export function namesThing(
  sentence: readonly SaidWord[],
  until: number,
  gender: 'f' | 'm',
  languages: readonly LanguageCode[],
): boolean {
  const spoken = languages.filter((one): one is ArticlePronouns => Object.hasOwn(articles, one));
  return sentence.some(({ word }, at) => {
    const noun = sentence[at + 1];
    if (noun === undefined || at + 1 >= until || noun.isCapital || relationOf(noun.word) !== undefined)
      return false;
    return spoken.some(
      (language) => articles[language][gender].has(word) && objectAt(sentence, at, language) === undefined,
    );
  });
}
