import { localDay } from '@salience/language';
import { lowestTrust, type Trust } from '@salience/contracts';
import { keyWords } from './trait-keys.ts';
import { wordRank } from './trust.ts';
import { saidKey } from '@salience/language';
import { type SourceWords, sourceWords, unsaidStems } from './words.ts';

/** A statement that no longer holds: a fact, a trait, a time, a reminder. */
export interface EndedStatement {
  readonly kind: 'fact' | 'trait' | 'time' | 'reminder';
  /** `user` for a speaker without a name, else the name. */
  readonly subject: string;
  /** Canonical, as facts and traits have it. */
  readonly key: string;
  /** The value that held until `at`. */
  readonly value: string;
  /** The value that holds instead; null if none is known. For a reminder, its new time. */
  readonly now: string | null;
  /** When it ended, ISO 8601. */
  readonly at: string;
  /** The exchange that ended it, if known. */
  readonly by: string | null;
  /** The trust of the statement that ended it. Texts with more trust are not marked (law 10). */
  readonly trust: Trust;
  /** The trust of the words of `key` and `value`. */
  readonly saidTrust: Trust;
  /** The trust of the words of `now`. */
  readonly nowTrust: Trust;
  /** Ids of the exchanges that said it, and of items derived from them. */
  readonly rests: readonly string[];
  /** For a time: the words of the event. */
  readonly matter?: string;
}

/** Statements that no longer hold, and by item id the time when its first source was said. */
export interface EndedIn {
  readonly statements: readonly EndedStatement[];
  readonly since: Readonly<Record<string, string>>;
}

/** A text that may contain a statement that no longer holds. */
export interface ToldText {
  /** Its own id. */
  readonly id: string;
  /** The exchange it was said in, if any. */
  readonly exchangeId?: string | null;
  readonly text: string;
  /** When it was said, ISO 8601; for an item with several sources, the last of them. */
  readonly at: string;
  /** When its first source was said; default `at`. */
  readonly since?: string | undefined;
  /** Who said it, `user` or a name; null for a derived item. */
  readonly speaker: string | null;
  readonly trust: Trust;
  /** True for the reply of the exchange. */
  readonly isReply?: boolean;
}

/** Share of a value's words that a text from the same exchange must contain to be about it. */
const sameSourceMin = 0.5;
/** Maximum marks of one text. */
const marksMax = 3;
/** Characters of a value that a mark shows. */
const valueChars = 80;
const nothingSaid = sourceWords([]);

/** A text with its mark behind it, see `endMark`. */
export function markEnded(told: ToldText, ended: readonly EndedStatement[], zone: string): string {
  const mark = endMark(told, ended, zone);
  return mark === '' ? told.text : `${told.text.trimEnd()}${mark}`;
}

/**
 * The marks of a text, one for each of its statements that no longer holds: ` (until 2026-11-22: lives in Hamburg; now Lübeck)`. A text
 * makes a statement if it comes from the exchange that said it and has half of its words, or if it was said before the end, about the
 * same person, and has all of its words. Only values are compared, so the language does not matter. Empty if nothing has ended; otherwise
 * begins with a space. Days are those of `zone` (IANA).
 */
export function endMark(told: ToldText, ended: readonly EndedStatement[], zone: string): string {
  const marks: string[] = [];
  const known = new Set<string>();
  for (const statement of endedIn(told, ended)) {
    const day = localDay(statement.at, zone);
    const key = saidKey(statement.value, statement.now ?? '');
    // The text of an ended fact already names its end, as a UTC day.
    const saysSo = [day, localDay(statement.at, 'UTC')].some((one) => told.text.includes(`(until ${one}`));
    if (known.has(key) || saysSo) continue;
    known.add(key);
    marks.push(markOf(statement, told, day));
    if (marks.length === marksMax) break;
  }
  return marks.map((mark) => ` ${mark}`).join('');
}

/** The statements of a text that no longer hold: those from its own source first, then by latest end. */
export function endedIn(told: ToldText, ended: readonly EndedStatement[]): EndedStatement[] {
  if (ended.length === 0 || told.text.trim() === '') return [];
  const text = readText(told);
  return ended
    .map((statement) => ({ read: readStatement(statement), isSource: restsOn(told, statement) }))
    .filter(({ isSource, read }) => makes(text, read, isSource))
    .toSorted((a, b) => Number(b.isSource) - Number(a.isSource) || b.read.endMs - a.read.endMs)
    .map(({ read }) => read.statement);
}

/**
 * When a derived item ceased to hold because its source did, ISO 8601: the latest end of a statement from its source of whose value the
 * text contains half of the words. Null if it holds.
 */
export function endOf(id: string, text: string, ended: readonly EndedStatement[]): string | null {
  const words = sourceWords([text]);
  const ends = ended
    .filter(
      (statement) => statement.kind !== 'reminder' && !holdsAgain(statement) && statement.rests.includes(id),
    )
    .filter(({ value }) => coverage(value, words) >= sameSourceMin)
    .map(({ at }) => at);
  return ends.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
}

/** Share of a value's words that a text contains, 0..1; 0 for a value without content words. */
export function coverage(value: string, words: SourceWords): number {
  return share(unsaidStems(value, nothingSaid), words);
}

function share(stems: readonly string[], words: SourceWords): number {
  if (stems.length === 0) return 0;
  return stems.filter((stem) => words.stems.has(stem)).length / stems.length;
}

/** A text whose words are read on first use: most comparisons need only its time, trust and source. */
interface ReadText {
  readonly told: ToldText;
  readonly rank: number;
  readonly lastMs: number;
  readonly firstMs: number;
  words(): SourceWords;
}

function readText(told: ToldText): ReadText {
  let words: SourceWords | undefined;
  const lastMs = Date.parse(told.at);
  return {
    told,
    rank: wordRank(told.trust),
    lastMs,
    firstMs: told.since === undefined ? lastMs : Date.parse(told.since),
    words: () => (words ??= sourceWords([told.text])),
  };
}

/** A statement with the stems of its words. */
interface ReadStatement {
  readonly statement: EndedStatement;
  readonly endMs: number;
  readonly value: readonly string[];
  readonly now: readonly string[];
  readonly matter: readonly string[];
  readonly subject: readonly string[];
  /** The value is unlikely to occur by chance. */
  readonly isTelling: boolean;
  readonly holdsAgain: boolean;
}

/** Cached, because one turn compares every statement with every text. */
const readStatements = new WeakMap<EndedStatement, ReadStatement>();

function readStatement(statement: EndedStatement): ReadStatement {
  const known = readStatements.get(statement);
  if (known !== undefined) return known;
  const value = unsaidStems(statement.value, nothingSaid);
  const read = {
    statement,
    endMs: Date.parse(statement.at),
    value,
    now: unsaidStems(statement.now ?? '', nothingSaid),
    matter: unsaidStems(statement.matter ?? '', nothingSaid),
    subject: unsaidStems(statement.subject, nothingSaid),
    isTelling: isTelling(value),
    holdsAgain: holdsAgain(statement),
  };
  readStatements.set(statement, read);
  return read;
}

/** True if a text makes a statement without saying that it has ended. */
function makes(text: ReadText, read: ReadStatement, isSource: boolean): boolean {
  if (read.holdsAgain || wordRank(read.statement.trust) < text.rank) return false;
  if (isSource) return !tellsItsEnd(text, read) && isAbout(text, read);
  return isOfItsTime(text, read) && !tellsItsEnd(text, read);
}

/** True if the same value holds again. */
function holdsAgain({ now, value }: EndedStatement): boolean {
  return now !== null && saidKey(now) === saidKey(value);
}

function restsOn({ exchangeId, id }: ToldText, { rests }: EndedStatement): boolean {
  return rests.includes(id) || (typeof exchangeId === 'string' && rests.includes(exchangeId));
}

/** True for a text from the exchange that ended the statement, or later; one with sources before and after must contain the new value. */
function tellsItsEnd(text: ReadText, { endMs, now, statement: { by } }: ReadStatement): boolean {
  const { exchangeId, id } = text.told;
  if (by !== null && (id === by || exchangeId === by)) return true;
  if (text.lastMs < endMs) return false;
  return text.firstMs >= endMs || share(now, text.words()) === 1;
}

/** For a text from the statement's own source: half of the words suffice. A request for a reminder is about it in any words. */
function isAbout(text: ReadText, { matter, statement, value }: ReadStatement): boolean {
  if (statement.kind === 'reminder' && text.told.isReply !== true) return true;
  return share(value, text.words()) >= sameSourceMin || share(matter, text.words()) >= sameSourceMin;
}

/** For a text from another source: said before the end, about the same subject, with all words of the value. */
function isOfItsTime(text: ReadText, read: ReadStatement): boolean {
  const { matter, statement, subject, value } = read;
  if (text.firstMs >= read.endMs || !read.isTelling) return false;
  const { speaker } = text.told;
  if (statement.subject === 'user' && speaker !== null && speaker !== 'user') return false;
  if (share(value, text.words()) < 1) return false;
  if (statement.matter !== undefined && share(matter, text.words()) < matterMin(value)) return false;
  if (statement.subject === 'user') return true;
  return speaker?.toLowerCase() === statement.subject.toLowerCase() || share(subject, text.words()) === 1;
}

/** Share of the event's words that a text must contain: half if the time has two words, as a day and an hour do; else all. */
function matterMin(time: readonly string[]): number {
  return time.length >= 2 ? 0.5 : 1;
}

/** True for a value unlikely to occur by chance: a stem of three characters or more, or two signs of a script without spaces. */
function isTelling(stems: readonly string[]): boolean {
  return (
    stems.some((stem) => stem.length >= 3) ||
    (stems.length >= 2 && stems.every((stem) => !/^[\p{Script=Latin}\p{N}]+$/u.test(stem)))
  );
}

function markOf(ended: EndedStatement, told: ToldText, day: string): string {
  const { kind, now, nowTrust, saidTrust, value } = ended;
  // A mark adds no words with less trust than the text.
  const isShown = (trust: Trust): boolean => lowestTrust([trust, told.trust]) === told.trust;
  if (kind === 'reminder') {
    const what = isShown(saidTrust) ? `: ${oneLine(value)}` : '';
    return `(reminder ${now === null ? 'cancelled' : 'moved'}, ${day}${what})`;
  }
  const was = isShown(saidTrust) ? `: ${aboutOf(ended, told)}${oneLine(value)}` : '';
  const is = now !== null && isShown(nowTrust) ? `; now ${oneLine(now)}` : '';
  return `(until ${day}${was}${is})`;
}

/** The subject and key of a statement, unless the text or the value already says them. */
function aboutOf({ key, kind, subject }: EndedStatement, told: ToldText): string {
  const isNamed = subject === 'user' || coverage(subject, sourceWords([told.text])) === 1;
  const about = kind === 'time' || key.startsWith('taste:') ? '' : `${keyWords(key)} `;
  return `${isNamed ? '' : `${oneLine(subject)} `}${about}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= valueChars ? line : `${line.slice(0, valueChars).trimEnd()}…`;
}
