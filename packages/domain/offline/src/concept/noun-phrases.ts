import type { ConceptKind } from '@salience/contracts';
import type { Tagger } from './tagger.ts';
import { commonWord } from '@salience/language';

/** Something that a text names, copied from it. */
export interface NounPhrase {
  readonly text: string;
  readonly kind: ConceptKind;
  /** A name, by its spelling or because it is known as one. */
  readonly proper: boolean;
  /** Where its sentence stands in the text. */
  readonly sentence: number;
}

const wordsMax = 4;

/** Nouns that stand for anything and so for nothing. */
const empty = new Set(
  `thing things stuff lot lots bit kind sort way ways time times day days week weeks weekend month months year years today tomorrow
  yesterday morning afternoon evening night moment minute minutes hour hours while people person persons someone somebody everyone
  everybody anyone anybody guy guys man men woman women one ones thanks thank hey hi wow yeah ok okay lol haha oh sure problem
  question answer idea ideas point part side end start beginning case fact reason place places area top bottom number numbers rest
  kind type example matter issue issues chance luck good bad fun pleasure glad news talk chat word words name names sense something
  anything nothing everything experience experiences journey support love hope feeling feelings moments memories memory life world
  step steps help care message messages pic pics picture pictures photo photos image images plan plans details info information
  yes no please sounds look looks wish wishes wait work job go goal goals effort mind heart pride joy peace happiness strength
  power difference impact reminder course order amount piece pieces set couple bunch team bit future past present thought thoughts
  attention respect honor self voice true truth others other lots first second third last next half whole everyday`.split(
    /\s+/,
  ),
);
const events =
  /(?:concert|festival|wedding|conference|meeting|party|race|marathon|parade|competition|tournament|birthday|anniversary|ceremony|exhibition|workshop|trip|holiday|vacation|interview|exam|launch|release|retreat|hike|reunion|funeral|appointment|graduation|fair|show|game|match)s?$/i;
const activities =
  /(?:ing|yoga|pottery|sport|music|karate|judo|tennis|football|soccer|basketball|baseball|chess|hobby|therapy|counseling|counselling|meditation|photography|volunteering|art|dance|training|practice|class|lesson|course)(?:s|es)?$/i;
const notActivities =
  /^(?:king|ring|string|spring|wing|sibling|ceiling|building|wedding|evening|morning|feeling|being|thing|clothing|earring|painting|drawing|setting|meaning|beginning)s?$/i;
const abstract = /(?:ness|ism|ity|ship|hood|tion|sion|ment|ance|ence|acy|dom)s?$/i;
const organisations =
  /\b(?:inc|ltd|llc|gmbh|corp|company|bank|university|college|school|hospital|institute|foundation|museum|club|ministry|department|agency|council|association|studio|church|center|centre|team)$/i;
const places =
  /\b(?:park|beach|lake|river|mountains?|city|town|village|street|country|island|forest|cafe|café|restaurant|library|garden)$/i;
const feeling =
  /^(?:amazing|awesome|great|good|nice|cool|wonderful|lovely|beautiful|fantastic|incredible|real|really|big|little|small|huge|new|old|own|whole|own|same|different|many|few|more|most|other|such|last|next|first|best|better|favorite|favourite|special|important|sweet|cute|super|total|true|perfect|tough|hard|easy|happy|proud|full|long|short|young|busy|ready|sure|free|lucky|recent|certain|various|several)$/i;

interface Term {
  readonly text: string;
  readonly post: string;
  readonly tags: readonly string[];
  readonly first: boolean;
}

/**
 * The things that a text names, sentence by sentence, in order: names, and nouns with the nouns and telling adjectives before them.
 * What kind of thing each is follows from the word itself, so that it is the same wherever it is said.
 */
export function nounPhrases(text: string, tag: Tagger): NounPhrase[] {
  return tag(text).flatMap((terms, sentence) => {
    const found: NounPhrase[] = [];
    let run: Term[] = [];
    const end = (): void => {
      const phrase = phraseOf(run);
      if (phrase !== undefined) found.push({ ...phrase, sentence });
      run = [];
    };
    for (const [at, word] of terms.entries()) {
      const term = { ...word, first: at === 0 };
      if (!continues(term, run)) end();
      if (continues(term, [])) run.push(term);
      // A comma or a possessive ends what is one thing: "Caroline's sister" are two.
      if (run.length > 0 && (/[,;:()"!?.…]/u.test(term.post) || term.tags.includes('Possessive'))) end();
    }
    end();
    return found;
  });
}

function has(term: Term, ...tags: readonly string[]): boolean {
  return tags.some((tag) => term.tags.includes(tag));
}

function continues(term: Term, run: readonly Term[]): boolean {
  if (
    term.text === '' ||
    has(term, 'Pronoun', 'Date', 'Time', 'Value', 'Expression', 'Url', 'Emoji', 'Emoticon', 'AtMention')
  )
    return false;
  const word = bare(term.text).toLowerCase();
  if (word === '' || commonWord(word)) return false;
  const noun = has(term, 'Noun');
  const adjective = has(term, 'Adjective') && !has(term, 'Comparative', 'Superlative') && !feeling.test(word);
  if (!noun && !adjective) return false;
  const last = run.at(-1);
  if (last === undefined) return true;
  // An adjective begins a new phrase, and a name is not run together with a word beside it that is none.
  if (adjective && !noun) return !has(last, 'Noun');
  return isName(last) === isName(term) || has(last, 'Acronym', 'Adjective') || has(term, 'Acronym');
}

/** What begins a sentence has its capital anyway; a name that is written small must be one that everybody knows. */
function isName(term: Term): boolean {
  if (!/^\p{Lu}/u.test(bare(term.text))) return has(term, 'FirstName', 'Acronym');
  return !term.first || has(term, 'ProperNoun', 'Person', 'Place', 'Organization', 'Acronym');
}

function phraseOf(run: readonly Term[]): Omit<NounPhrase, 'sentence'> | undefined {
  let terms = run.filter((_, at) => at >= run.length - wordsMax);
  while (
    terms[0] !== undefined &&
    terms.length > 1 &&
    (feeling.test(bare(terms[0].text)) || has(terms[0], 'Determiner'))
  )
    terms = terms.slice(1);
  const head = terms.at(-1);
  if (head === undefined || !has(head, 'Noun')) return undefined;
  const text = terms.map((term) => bare(term.text)).join(' ');
  const word = bare(head.text).toLowerCase();
  if (empty.has(word) || word.length < 2 || !/\p{L}{2}/u.test(text)) return undefined;
  const proper = terms.every(isName) && /\p{Lu}/u.test(text);
  return { text, kind: kindOf(text, terms, proper), proper };
}

function kindOf(text: string, terms: readonly Term[], proper: boolean): ConceptKind {
  if (organisations.test(text) || terms.some((term) => has(term, 'Organization'))) return 'organisation';
  if (proper && terms.some((term) => has(term, 'Person'))) return 'person';
  if ((proper && terms.some((term) => has(term, 'Place'))) || places.test(text)) return 'place';
  if (proper) return 'thing';
  if (events.test(text)) return 'event';
  if (activities.test(text) && !notActivities.test(text)) return 'activity';
  return abstract.test(text) ? 'idea' : 'thing';
}

/** Without what belongs to the sentence and not to the word. */
function bare(text: string): string {
  return text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '').replace(/['’]s$/u, '');
}
