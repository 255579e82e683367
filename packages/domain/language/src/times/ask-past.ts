import { markedSentences, type MarkedSentence, sentenceEnd } from '../sentences/sentences.ts';
import { isMovedTo } from './moved-to.ts';
import {
  type Direction,
  findTime,
  findTimeInAny,
  type FoundTime,
  likelyTables,
  spanAt,
  type TimeSpan,
} from './find-times.ts';
import { readTense, type Tense, tellsPast, tenseWords } from './read-tense.ts';
import type { TimeTable } from './time-table.ts';

/** A text of more sentences, or more words, tells a story: a time in it is not the one that it asks about. */
const sentencesMax = 4;
const wordsMax = 60;

/**
 * The past time that a text asks about, seen from `now` (epoch milliseconds) in a zone: what held then may have changed since.
 * Only a clause that asks about the past has one: by its tense ("where did I live in May"), by words such as "last" or "ago", or
 * by a year behind us. Undefined for a text that asks nothing, for a long one, for what began then or lies before or after it,
 * and for a time that is not over. English, German, French, Spanish, Portuguese, Italian.
 */
export function pastAskedAbout(text: string, now: number, zone: string): TimeSpan | undefined {
  if ((text.match(/[\p{L}\p{N}]+/gu) ?? []).length > wordsMax) return undefined;
  const sentences = markedSentences(text);
  if (sentences.length > sentencesMax) return undefined;
  for (const table of likelyTables(text.toLowerCase())) {
    for (const sentence of sentences) {
      const span = asksSomething(sentence, table) ? pastOf(sentence.words, table, now, zone) : undefined;
      if (span !== undefined) return span;
    }
  }
  return undefined;
}

/**
 * The time that a text names, seen from `now` (epoch milliseconds) in a zone: a date without a year, or a weekday, is the latest where
 * its sentence tells the past, and else the nearest. Undefined where it names none. In the same languages.
 */
export function timeAskedAbout(text: string, now: number, zone: string): TimeSpan | undefined {
  const lower = text.toLowerCase();
  const found = findTimeInAny(lower);
  return found && spanAt(found.time, now, zone, directionIn(lower, found.time.at, found.table));
}

/**
 * When a time is that was spoken of in a sentence, seen from when it was said (epoch milliseconds) in a zone, as `timeAskedAbout` reads it.
 * Undefined where its words name none.
 */
export function timeSpokenOf(
  words: string,
  sentence: string,
  said: number,
  zone: string,
): TimeSpan | undefined {
  const lower = sentence.toLowerCase();
  const phrase = words.toLowerCase();
  const table = likelyTables(lower).find((one) => findTime(phrase, one) !== undefined);
  const found = table === undefined ? findTimeInAny(phrase) : { table, time: findTime(phrase, table) };
  if (found?.time === undefined) return undefined;
  const at = Math.max(0, lower.indexOf(phrase));
  const isMoved = [at, at + found.time.at].some((place) => isMovedTo(lower, place));
  const direction = isMoved ? 'ahead' : directionIn(lower, at, found.table);
  return spanAt(found.time, said, zone, direction);
}

/** Which way a time lies for the sentence that it stands in, at a place of the text. */
function directionIn(lower: string, place: number, table: TimeTable): Direction {
  let end = 0;
  const sentence = lower.split(sentenceEnd).find((piece: string | undefined) => {
    end += piece?.length ?? 0;
    return end > place;
  });
  const stretches = stretchesOf(sentence ?? lower, table);
  const at = stretches.findIndex((one) => one.time !== undefined);
  const tense =
    at < 0 ? (stretches.find((one) => one.tense !== 'none')?.tense ?? 'none') : tenseAt(stretches, at);
  return tense === 'past' ? 'back' : tense === 'ahead' ? 'ahead' : 'near';
}

// Words that may stand before a question: "and", "ok", "hey".
const fillers =
  /^(?:(?:and|but|so|ok|okay|hey|hi|hello|please|then|now|und|aber|also|hallo|bitte|et|mais|alors|salut|bonjour|dis|y|pero|hola|oye|entonces|e|mas|então|olá|oi|ma|allora|ciao|senti)(?!\p{L})[\s,]*)+/u;

function asksSomething({ mark, words }: MarkedSentence, { tense }: TimeTable): boolean {
  return mark.includes('?') || tense.asks.test(words) || tense.asks.test(words.replace(fillers, ''));
}

/** A part of a sentence with one verb, and the time that it names. */
interface Stretch {
  readonly text: string;
  readonly time: FoundTime | undefined;
  readonly words: readonly string[];
  readonly tense: Tense;
}

// The year behind a comma belongs to its day.
const clauseEnd = /[:–—()]+|,(?!\s*(?:19|20)\d{2}(?!\d))/u;

function stretchesOf(lower: string, table: TimeTable): Stretch[] {
  return lower
    .split(clauseEnd)
    .flatMap((clause) => clausesOf(clause, table))
    .map((text) => {
      const time = findTime(text, table);
      // "May" and "march" are no verbs where they are months.
      const rest = time === undefined ? text : `${text.slice(0, time.at)} ${text.slice(time.end)}`;
      const words = tenseWords(rest);
      return { text, time, words, tense: readTense(words, table.tense) };
    })
    .filter(({ text }) => text.trim() !== '');
}

/** A clause begins with each word that opens one, unless nothing stands before it. */
function clausesOf(text: string, table: TimeTable): string[] {
  // "The day before yesterday" is one.
  const { at = 0, end = 0 } = findTime(text, table) ?? {};
  const starts = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(({ 0: word, index }) => index > 0 && table.tense.opens.has(word) && !(index > at && index < end))
    .map(({ index }) => index);
  const clauses: string[] = [];
  let from = 0;
  for (const start of starts) {
    clauses.push(text.slice(from, start));
    from = start;
  }
  return [...clauses, text.slice(from)];
}

/** What says no more than when: "on 3 December, what did we do". */
const bareWords = 2;

/** The tense of a stretch; without a verb, of the nearest before it, or after it where it only says when. */
function tenseAt(stretches: readonly Stretch[], at: number): Tense {
  const isBare = (stretches[at]?.words.length ?? 0) <= bareWords;
  const after = isBare ? stretches.slice(at + 1) : [];
  const around = [stretches[at], ...stretches.slice(0, at).toReversed(), ...after];
  return around.find((one) => one !== undefined && one.tense !== 'none')?.tense ?? 'none';
}

function pastOf(sentence: string, table: TimeTable, now: number, zone: string): TimeSpan | undefined {
  const stretches = stretchesOf(sentence, table);
  // Of several times one with its year says most.
  const timed = [...stretches.entries()]
    .filter(([, { time }]) => time !== undefined)
    .toSorted(([, a], [, b]) => Number(b.time?.kind === 'fixed') - Number(a.time?.kind === 'fixed'));
  for (const [at, { text, time, words }] of timed) {
    if (time === undefined) continue;
    const direction = directionAsked(time, tenseAt(stretches, at), text, words, table);
    const span = direction && spanAt(time, now, zone, direction);
    if (span !== undefined && span.to <= now) return span;
  }
  return undefined;
}

/** How a time is read that is asked about; undefined where it is not the time of what is asked. */
function directionAsked(
  time: FoundTime,
  tense: Tense,
  text: string,
  words: readonly string[],
  table: TimeTable,
): Direction | undefined {
  const { about, edge, still } = table.tense;
  const before = text.slice(0, time.at).trimEnd().replace(partOfMonth, '').trimEnd();
  const { day, month, week, weekend, year } = table.units;
  // "The week before it" is nearly then.
  const isEdge =
    standsBefore(before, edge) &&
    !standsBefore(before, `(?:${day}|${month}|${week}|${weekend}|${year})\\s+(?:${edge})`);
  if (isEdge || (tense === 'ahead' && time.kind !== 'fixed')) return undefined;
  const isPast = tense === 'past' || tense === 'arranged' || tellsPast(words, table.tense);
  const isAbout = standsBefore(before, about);
  const holdsNow = words.some((word) => still.test(word));
  if (time.kind === 'last' || time.kind === 'fixed')
    return isPast || !(isAbout || holdsNow) ? 'back' : undefined;
  if (time.kind === 'ago') return tense === 'present' && !isPast ? undefined : 'back';
  if (time.kind !== 'open' || isAbout) return undefined;
  return tense === 'past' ? 'back' : tense === 'arranged' ? 'near' : undefined;
}

// "the month of", "a finales de": they say no more than the month itself.
const partOfMonth =
  /(?:month|weeks?|weekend|half|middle|beginning|start|end|mois|semaine|moitié|début|fin|mes|semana|mitad|principios|mediados|finales|fines|mês|início|meados|fim|fins|final|começo|mese|settimana|inizio|metà|fine)\s+(?:of|de|di|d['’])$/u;
const article = "(?:\\s+(?:the|de[rmn]|die|das|le|la|les|el|los|las|o|a|os|as|il|lo|i|gli)|\\s+l['’])?";

/** True where one of the words, or one and an article, stands at the end of a text. */
function standsBefore(before: string, words: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})${article}$`, 'u').test(before);
}
