import { capText, commonWord, detectLanguage } from '@salience/language';
import type { ChunkProposal } from '@salience/contracts';

type Entity = ChunkProposal['entities'][number];
type EntityType = Entity['type'];

const entitiesMax = 20;
const nameCharsMax = 120;
/** A very long text names most of what it is about at its beginning. */
const textCharsMax = 8_000;

/** One or more words with capital letters, small joints between them kept: "Bank of Portugal", "Ana de Sousa". */
const capitalRun =
  /\p{Lu}[\p{L}\p{M}\p{N}’'-]*(?:(?: (?:of|de|da|do|dos|van|von|der|di|del|la|le|&))? \p{Lu}[\p{L}\p{M}\p{N}’'-]*)*/gu;
/** Days, months, clock times and dates, and how people speak of them, in the languages that we know. */
const times =
  /\b(?:(?:next|last|this|every|on) )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|juillet|août|enero|febrero|agosto|janeiro|fevereiro|gennaio|febbraio|luglio)(?: \d{1,2}(?:st|nd|rd|th)?\b)?(?:,? \d{4}\b)?|\b(?:in )?may(?= \d)(?: \d{1,2}\b)?|\b(?:today|tomorrow|yesterday|tonight|heute|morgen|gestern|demain|hier|mañana|ayer|amanhã|ontem|domani|ieri)\b(?: (?:morning|afternoon|evening|night))?|\b(?:next|last|this) (?:week|weekend|month|year|spring|summer|autumn|fall|winter|morning|afternoon|evening|night)\b|\b\d{1,2}(?::\d{2})? ?(?:am|pm|o'clock|uhr)\b|\b\d{1,2}:\d{2}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:in|since|until|by) (?:19|20)\d{2}\b/giu;
const organisation =
  /\b(?:Inc|Ltd|LLC|GmbH|AG|SA|Corp|Company|Bank|University|College|School|Hospital|Institute|Foundation|Museum|Club|Team|Ministry|Department|Airlines|Universität|Schule|Université|Universidad|Università)\b/u;
/** Before a name: what the name is then. */
const placeBefore =
  /(?:^|[^\p{L}])(?:in|at|to|from|near|visit|visiting|visited|toward|towards|around|outside|leaving|nach|aus|bei|à|vers|en|em|para|desde|a|da) (?:the |la |le |el |o )?$/iu;
const workBefore =
  /\b(?:work|works|worked|working|job|employed|interns?|studies|study|studied) (?:at|for|bei|chez) (?:the )?$/iu;
const personBefore =
  /\b(?:named|called|with|call|meet|met|told|asked|ask|tell|and|mr|mrs|ms|dr|sister|brother|mother|father|mum|mom|dad|friend|wife|husband|son|daughter|partner|boss|colleague|neighbou?r|aunt|uncle|cousin|schwester|bruder|freund|freundin|sœur|frère|ami|amie|hermana|hermano|amigo|amiga|irmã|irmão|sorella|fratello|amico|amica)[.,]? $/iu;
/** After a name: a person does such things. */
const personAfter =
  /^(?:['’]s)? (?:is|was|has|had|lives|works|said|says|told|asked|thinks|wants|likes|loves|hates|plays|goes|went|came|called|moved|turns|turned|will|can|and I|wohnt|arbeitet|sagt|habite|travaille|vive|trabaja|mora|trabalha|abita|lavora)\b/iu;

/**
 * What a text names, copied from it: times, places, organisations, people, and other things with a name. Spelling and the
 * words around decide; German, which writes every noun with a capital, counts only names that their neighbours tell.
 */
export function findNamedThings(whole: string): Entity[] {
  const text = capText(whole, textCharsMax);
  const german = detectLanguage(text) === 'de';
  const found = new Map<string, EntityType>();
  const add = (raw: string, type: EntityType): void => {
    const name = raw.trim().replace(/['’]s$/, '');
    // Only what really stands in the text counts, and each name once.
    if (name === '' || name.length > nameCharsMax || found.size >= entitiesMax || found.has(name)) return;
    if (whole.includes(name)) found.set(name, type);
  };
  for (const match of text.matchAll(times)) add(match[0].replace(/^(?:on|in|by) /i, ''), 'time');
  for (const match of text.matchAll(capitalRun)) {
    const name = trimmed(match[0], text, match.index);
    if (name === undefined) continue;
    const type = typeOf(name.text, text.slice(0, name.at), text.slice(name.at + name.text.length));
    if (type !== undefined && !(german && type === 'thing')) add(name.text, type);
  }
  return Array.from(found, ([name, type]) => ({ name, type, confidence: 0.8 }));
}

/** The run without words that only begin the sentence; undefined when nothing is left that names something. */
function trimmed(run: string, text: string, at: number): { text: string; at: number } | undefined {
  const words = run.split(' ');
  let start = 0;
  while (start < words.length && names(words[start] ?? '') === false) start += 1;
  const rest = words.slice(start).join(' ');
  if (rest === '' || !/\p{L}{2}/u.test(rest)) return undefined;
  const from = at + run.length - rest.length;
  const alone = start === 0 && words.length === 1;
  // A word that begins a sentence has its capital anyway; what follows must tell that it is a name.
  if (
    alone &&
    beginsSentence(text, from) &&
    !personAfter.test(text.slice(from + rest.length)) &&
    !isAcronym(rest)
  ) {
    return undefined;
  }
  return { text: rest, at: from };
}

function names(word: string): boolean {
  return !commonWord(word.toLowerCase().replace(/['’].*$/, '')) && !timeWord.test(word);
}

const timeWord =
  /^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september|october|november|december|today|tomorrow|yesterday|tonight|ok|okay|yes|no|yeah|hey|hi|hello|thanks|please|maybe|perhaps|wow|oh)$/i;

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…:\n"“(]\s*)$/u.test(text.slice(0, at));
}

function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}\d*$/u.test(word);
}

function typeOf(name: string, before: string, after: string): EntityType | undefined {
  if (organisation.test(name) || workBefore.test(before)) return 'organisation';
  if (personBefore.test(before) || personAfter.test(after)) return 'person';
  if (placeBefore.test(before)) return 'place';
  return 'thing';
}
