import { lexicons, readTokens } from '@salience/language';

const work =
  /(?<!\p{L})(?:am|im|is|are|been|was|were|works?|worked|working|job|jobs|join\p{L}*|start\p{L}*|begin\p{L}*|hired|office|company|employ\p{L}*|profession|career|bec[ao]me|becoming|as|train\p{L}*|qualified|hired|bin|bist|ist|war|arbeit\p{L}*|gearbeitet|beruf|stelle|firma|anfang\p{L}*|fange|angefangen|als|werde|wurde|soy|es|era|fui|trabaj\p{L}*|como|oficio|empresa|empiez\p{L}*|puesto|suis|est|étais|travaill\p{L}*|comme|métier|entreprise|commenc\p{L}*|poste|sono|è|ero|faccio|fa|lavor\p{L}*|azienda|inizi\p{L}*|come|sou|é|fui|trabalh\p{L}*|começ\p{L}*|emprego|profiss\p{L}*)(?!\p{L})|['’](?:m|s|re)(?!\p{L})/iu;
// Words that state a key, beside its value: without one "I drive to Jena" does not mean living there.
const cues: Readonly<Record<string, RegExp>> = {
  lives_in:
    /(?<!\p{L})(?:live[sd]?|living|mov(?:e|es|ed|ing)|relocat\p{L}+|home|hometown|house|flat|apartment|place|based|settled?|resid\p{L}+|rent\p{L}*|stay(?:s|ed|ing)? (?:in|at)|wohn\p{L}*|leb(?:e|t|en|te|ten)|gelebt|zieh\p{L}*|zog\p{L}*|\p{L}*gezogen|hause|zuhause|daheim|heimat|viv\p{L}+|mud\p{L}+|casa|hogar|piso|resid\p{L}+|qued\p{L}+|habit\p{L}*|vi[st]|vivons|vivent|vivre|déménag\p{L}*|install\p{L}*|chez (?:moi|nous|mes|mon|ma|lui|elle|eux)|appart\p{L}*|maison|abit\p{L}*|trasfer\p{L}*|mor(?:o|a|as|amos|am|ei|ava)|apartamento)(?!\p{L})/iu,
  works_as: work,
  works_at: work,
  works_in: work,
  allergic_to:
    /allerg|alérg|intol|vertr[aä]g|react|swell|anaphyl|can['’]?t (?:eat|have)|cannot (?:eat|have)|must not|darf|no puedo (?:comer|tomar)|ne peux pas|non posso|não posso|sienta mal|fa male|faz mal/iu,
  age: /(?<!\p{L})(?:am|im|is|are|was|years?|yrs?|old|age[ds]?|turn(?:s|ed|ing)?|birthday|bin|ist|war|sind|jahre?|alt|werde|wird|geworden|tengo|tiene|cumpl\p{L}+|años|ai|as|a|ans|âge|ho|ha|anni|compi\p{L}*|tenho|tem|faço|faz|fez|anos)(?!\p{L})|['’](?:m|s|re)(?!\p{L})/iu,
};
const unpleasant =
  /(?<!\p{L})(?:disgust\p{L}*|awful|worst|annoy\p{L}*|terribl\p{L}*|boring|yuck|gross|sick of|tired of|eklig|schlimm\p{L}*|nerv\p{L}*|furchtbar|grauenhaft|schrecklich|asco|horrible|aburr\p{L}*|harto|harta|nul|affreux|horrible|ennuy\p{L}*|dégo\p{L}*|schifo|brutt\p{L}*|noios\p{L}*|orribile|horrível|péssim\p{L}*|chat[oa]|nojo)(?!\p{L})/iu;

/** True for words of dislike. */
export function isUnpleasant(clause: string): boolean {
  return unpleasant.test(clause);
}

/** Keys of what a person is: a statement about a person's thing is not about the person. */
const personal = new Set(
  'name age lives_in works_as works_at from birthday born_in born_on gender nationality height weight speaks married_to allergic_to religion'.split(
    ' ',
  ),
);

/** True if a sentence, or its clause with the value, has a word that states a key (canonical), or none is needed. */
export function hasCue(key: string, sentence: string, clause = sentence): boolean {
  const cue = cues[key];
  if (cue === undefined || !isReadable(sentence)) return true;
  // A residence may be stated indirectly: "I moved, and now it is Leeds". So may an age: "Nora (7)".
  return cue.test(key === 'lives_in' ? sentence : clause) || (key === 'age' && /\(\d{1,3}\)/u.test(sentence));
}

/** Minimum share of function words in a sentence of a language whose cues are known. */
const smallWordsMin = 0.25;

function isReadable(sentence: string): boolean {
  const { language, tokens } = readTokens(sentence);
  const small = tokens.filter(({ word }) => lexicons[language].plain.has(word.replace(/'.*$/u, ''))).length;
  return small > smallWordsMin * tokens.length || tokens.length === 1;
}

/** True for a key (canonical) of what a person is. */
export function isPersonal(key: string): boolean {
  return personal.has(key);
}
