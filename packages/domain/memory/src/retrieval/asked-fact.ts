import { tokenise } from '@salience/language';
import { statementWords } from '../nothing/statement-words.ts';
import { canonicalKey } from '../trait-keys.ts';

/** What a question asks for where a fact would say it. */
export interface AskedFact {
  /** Canonical; any of them would say it. */
  readonly keys: readonly string[];
  /** Of whom, in lower case: whoever asks, or the names in the question. */
  readonly subjects: readonly string[];
}

/** A question that asks for more has more words. */
const wordsMax = 8;

/** Which words ask for which keys, in the languages of the router: a question word of the first list and a word of the second. */
const table: readonly (readonly [keys: string, asking: string, about: string])[] = [
  [
    'lives_in',
    'where city town wo stadt ort où ville donde ciudad onde cidade dove città',
    'live lives living wohne wohnst wohnt wohnen lebe lebst lebt leben habite habites habitent vis vit vivo vives vive viven moro moras mora moram abito abiti abita abitano vivi reside resido',
  ],
  [
    'name',
    'what wie wer comment cómo cuál como qual quel come quale',
    'name heiße heißt appelle nom llamo llama nombre chamo chama nome chiamo chiama',
  ],
  [
    'works_at',
    'where company wo firma où donde onde dove',
    'work works working employer arbeite arbeitest arbeitet arbeiten travaille travailles trabajo trabajas trabaja trabalho trabalhas trabalha lavoro lavori lavora',
  ],
  [
    'works_as',
    'what was quel qual cuál como che quale',
    'job profession occupation beruf métier profession profesión profissão professione',
  ],
  [
    'birthday born_on',
    'when wann quand cuándo quando',
    'birthday born geburtstag geboren anniversaire né née cumpleaños nací nació aniversário nasci nasceu compleanno nato nata',
  ],
  ['born_in', 'where wo où dónde onde dove', 'born geboren né née nací nació nasci nasceu nato nata'],
  ['age', 'how wie quel cuántos quantos quanti', 'old alt âge años anos anni'],
  [
    'phone',
    'what wie quel cuál qual',
    'phone telephone telefonnummer handynummer téléphone teléfono telefone telefono',
  ],
  ['email', 'what wie quel cuál qual', 'email mail correo'],
  [
    'married_to husband wife partner',
    'who wer wem qui quién quem chi',
    'married husband wife partner spouse verheiratet mann frau marié mari femme casado casada esposo esposa marido mujer sposato sposata moglie marito',
  ],
  [
    'allergic_to',
    'what which wogegen welche was à a',
    'allergic allergies allergisch allergique alérgico alérgica allergico allergica',
  ],
];

const rules = table.map(([keys, asking, about]) => ({
  keys: keys.split(' '),
  asking: leveled(asking),
  about: leveled(about),
}));
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it'].flatMap((code) => statementWords(code) ?? []);
const self = new Set(languages.flatMap((words) => [...words.self]));
const possessives = new Set(languages.flatMap((words) => [...words.possessives]));
/** May stand between whose a thing is and the thing. */
const between = leveled('number numero número nummer full voller ganzer date data fecha de di do da of');
const ownThing =
  /\b(?:what|when|who|which|where) (?:is|s|are|was) (?:my|our) ((?:[a-z0-9]+ ){0,2}[a-z0-9]+)$/u;

const wordsOfKeys = new Map(
  rules.flatMap(({ about, keys }) => keys.map((key) => [key, [...about]] as const)),
);

/** The words, in six languages, that speak of what a key holds: "wohne" for `lives_in`; none for a key that has no rule. */
export function askingWordsOf(key: string): readonly string[] {
  return wordsOfKeys.get(canonicalKey(key)) ?? [];
}

/**
 * What a question asks for where a fact would say it ("where do I live", "dónde vivo": lives_in of who asks; "what is my door code":
 * door_code). Undefined for everything else. `person` is who asks, as their facts name them.
 */
export function factAskedFor(question: string, person: string): AskedFact | undefined {
  const words = tokenise(question);
  if (words.length > wordsMax) return undefined;
  const keys = [...ruledKeys(words), ...ownKeys(words)];
  const subjects = subjectsOf(question, words, person);
  return keys.length === 0 || subjects.length === 0 ? undefined : { keys: [...new Set(keys)], subjects };
}

function ruledKeys(words: readonly string[]): string[] {
  return rules.flatMap(({ about, asking, keys }) => {
    const at = words.findIndex((word) => about.has(word));
    if (at < 0 || !words.some((word) => asking.has(word))) return [];
    // "Where does my sister live" asks of her.
    const whose = words.findIndex((word) => possessives.has(word));
    const ofAnother =
      whose >= 0 && (whose > at || words.slice(whose + 1, at).some((word) => !between.has(word)));
    return ofAnother ? [] : keys;
  });
}

/** Keys are English words, so only an English question names one by itself. */
function ownKeys(words: readonly string[]): string[] {
  const thing = ownThing.exec(words.join(' '))?.[1];
  return thing === undefined ? [] : [canonicalKey(thing.replaceAll(' ', '_'))];
}

function subjectsOf(question: string, words: readonly string[], person: string): string[] {
  if (words.some((word) => self.has(word) || possessives.has(word))) return [person.toLowerCase()];
  const named = question.trim().match(/(?<=\S\s+[¿"“]?)\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*/gu) ?? [];
  return [...new Set(named.map((name) => name.replace(/['’]s$/u, '').toLowerCase()))];
}

function leveled(list: string): ReadonlySet<string> {
  return new Set(tokenise(list));
}
