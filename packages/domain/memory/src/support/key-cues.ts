import { lexicons } from './languages.ts';
import { read } from './tokens.ts';

// Words by which somebody tells that a thing is so of them, beside its value: without one "I drive to Jena" makes nobody live there.
const cues: Readonly<Record<string, RegExp>> = {
  lives_in:
    /(?<!\p{L})(?:live[sd]?|living|mov(?:e|es|ed|ing)|relocat\p{L}+|home|hometown|house|flat|apartment|place|based|settled?|resid\p{L}+|rent\p{L}*|stay(?:s|ed|ing)? (?:in|at)|wohn\p{L}*|leb(?:e|t|en|te|ten)|gelebt|zieh\p{L}*|zog\p{L}*|\p{L}*gezogen|hause|zuhause|daheim|heimat|viv\p{L}+|mud\p{L}+|casa|hogar|piso|resid\p{L}+|qued\p{L}+|habit\p{L}*|vi[st]|vivons|vivent|vivre|déménag\p{L}*|install\p{L}*|chez|appart\p{L}*|maison|abit\p{L}*|trasfer\p{L}*|mor(?:o|a|as|amos|am|ei|ava)|apartamento)(?!\p{L})/iu,
  works_as:
    /(?<!\p{L})(?:am|im|is|are|been|was|were|works?|worked|working|job|jobs|profession|career|bec[ao]me|becoming|as|train\p{L}*|qualified|hired|bin|bist|ist|war|arbeit\p{L}*|gearbeitet|beruf|als|werde|wurde|soy|es|era|fui|trabaj\p{L}*|como|oficio|suis|est|étais|travaill\p{L}*|comme|métier|sono|è|ero|faccio|fa|lavor\p{L}*|come|sou|é|fui|trabalh\p{L}*|profiss\p{L}*)(?!\p{L})|['’](?:m|s|re)(?!\p{L})/iu,
  age: /(?<!\p{L})(?:am|im|is|are|was|years?|yrs?|old|age[ds]?|turn(?:s|ed|ing)?|birthday|bin|ist|war|sind|jahre?|alt|werde|wird|geworden|tengo|tiene|cumpl\p{L}+|años|ai|as|a|ans|âge|ho|ha|anni|compi\p{L}*|tenho|tem|faço|faz|fez|anos)(?!\p{L})|['’](?:m|s|re)(?!\p{L})/iu,
};
/** Keys of what somebody is: what is said of a thing of theirs is not said of them. */
const personal = new Set(
  'name age lives_in works_as works_at from birthday born_in born_on gender nationality height weight speaks married_to allergic_to religion'.split(
    ' ',
  ),
);

/** True where a sentence, or the clause of it that holds a value, has a word that tells a key (canonical), or none is needed. */
export function hasCue(key: string, sentence: string, clause = sentence): boolean {
  const cue = cues[key];
  if (cue === undefined || !isReadable(sentence)) return true;
  // Where somebody lives may be told beside: "I moved, and now it is Leeds". So may how old: "Nora (7)".
  return cue.test(key === 'lives_in' ? sentence : clause) || (key === 'age' && /\(\d{1,3}\)/u.test(sentence));
}

/** Small words that a sentence of the languages whose cues are known has at least, of all of its words. */
const smallWordsMin = 0.25;

function isReadable(sentence: string): boolean {
  const { language, tokens } = read(sentence);
  const small = tokens.filter(({ word }) => lexicons[language].plain.has(word.replace(/'.*$/u, ''))).length;
  return small > smallWordsMin * tokens.length || tokens.length === 1;
}

/** True for a key (canonical) of what somebody is. */
export function isPersonal(key: string): boolean {
  return personal.has(key);
}
