import { localDay } from '@salience/language';
import { lowestTrust, type Trust } from '@salience/contracts';
import { keyWords } from './trait-keys.ts';
import { wordRank } from './trust.ts';
import { saidKey } from '@salience/language';
import { type SourceWords, sourceWords, unsaidStems } from './words.ts';

/** Something that was said and holds no longer: a fact, a trait, a time, a reminder. */
export interface EndedStatement {
  readonly kind: 'fact' | 'trait' | 'time' | 'reminder';
  /** `user` for who speaks without a name, else a name. */
  readonly subject: string;
  /** Canonical, as facts and traits have it. */
  readonly key: string;
  /** What held until then. */
  readonly value: string;
  /** What holds in its place; null where nothing does, or nothing is known. Of a reminder: when it is now. */
  readonly now: string | null;
  /** When it ended, ISO 8601. */
  readonly at: string;
  /** The exchange that ended it, where it is known. */
  readonly by: string | null;
  /** The trust of whoever's word ended it: what is believed more is not marked (law 10). */
  readonly trust: Trust;
  /** The trust of the words of `key` and `value`. */
  readonly saidTrust: Trust;
  /** The trust of the words of `now`. */
  readonly nowTrust: Trust;
  /** Ids of the exchanges that said it, and of what was made of them. */
  readonly rests: readonly string[];
  /** Of a time: the words of what it is the time of. */
  readonly matter?: string;
}

/** Statements that hold no longer, and when the first of what an item was made from was said, by its id. */
export interface EndedIn {
  readonly statements: readonly EndedStatement[];
  readonly since: Readonly<Record<string, string>>;
}

/** A text that may say what holds no longer. */
export interface ToldText {
  /** Its own id. */
  readonly id: string;
  /** The exchange it was said in, where there is one. */
  readonly exchangeId?: string | null;
  readonly text: string;
  /** When it was said, ISO 8601; of what was made of several the last. */
  readonly at: string;
  /** When the first of what it is made from was said; `at` where it is not told. */
  readonly since?: string | undefined;
  /** Who said it, `user` or a name; null for what was made of what was said. */
  readonly speaker: string | null;
  readonly trust: Trust;
  /** It is what was answered in the exchange. */
  readonly isReply?: boolean;
}

/** Share of a value's words that a text from the same exchange must have to be about it. */
const sameSourceMin = 0.5;
/** Marks of one text at most. */
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
 * The mark of a text: for each statement that it makes and that holds no longer what became of it, ` (until 2026-11-22: lives in
 * Hamburg; now Lübeck)`. A text makes a statement where it comes from the exchange that said it and has its words, or where it was
 * said before the end, of the same person, and has all of its words. Values are compared, not grammar, so the language does not matter.
 * Empty where nothing in it has ended. Begins with a space. Days are those of `zone`, an IANA name.
 */
export function endMark(told: ToldText, ended: readonly EndedStatement[], zone: string): string {
  const marks: string[] = [];
  const known = new Set<string>();
  for (const statement of endedIn(told, ended)) {
    const day = localDay(statement.at, zone);
    const key = saidKey(statement.value, statement.now ?? '');
    // A fact that has ended says so itself, by the day of UTC.
    const saysSo = [day, localDay(statement.at, 'UTC')].some((one) => told.text.includes(`(until ${one}`));
    if (known.has(key) || saysSo) continue;
    known.add(key);
    marks.push(markOf(statement, told, day));
    if (marks.length === marksMax) break;
  }
  return marks.map((mark) => ` ${mark}`).join('');
}

/** The statements that a text makes and that hold no longer: those from its own source first, of these the latest ended first. */
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
 * When something that was made of what was said ceased to hold with it, ISO 8601: the latest end of a statement of its own source that has
 * half of its value among its words. Null where it holds.
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

/** Share of the words of a value that a text has, 0..1; 0 for a value without words of its own. */
export function coverage(value: string, words: SourceWords): number {
  return share(unsaidStems(value, nothingSaid), words);
}

function share(stems: readonly string[], words: SourceWords): number {
  if (stems.length === 0) return 0;
  return stems.filter((stem) => words.stems.has(stem)).length / stems.length;
}

/** A text, its words read when they are first needed: most texts are compared by time, trust and source alone. */
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
  /** The value hardly stands anywhere by chance. */
  readonly isTelling: boolean;
  readonly holdsAgain: boolean;
}

/** One turn compares every statement with each of its texts. */
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

/** True where a text makes a statement and does not itself know that it is over. */
function makes(text: ReadText, read: ReadStatement, isSource: boolean): boolean {
  if (read.holdsAgain || wordRank(read.statement.trust) < text.rank) return false;
  if (isSource) return !tellsItsEnd(text, read) && isAbout(text, read);
  return isOfItsTime(text, read) && !tellsItsEnd(text, read);
}

/** The same value holds again: nothing of it is over. */
function holdsAgain({ now, value }: EndedStatement): boolean {
  return now !== null && saidKey(now) === saidKey(value);
}

function restsOn({ exchangeId, id }: ToldText, { rests }: EndedStatement): boolean {
  return rests.includes(id) || (typeof exchangeId === 'string' && rests.includes(exchangeId));
}

/** What was said with the end, or later, knows of it; what was made of words of before and after does where it has the new value. */
function tellsItsEnd(text: ReadText, { endMs, now, statement: { by } }: ReadStatement): boolean {
  const { exchangeId, id } = text.told;
  if (by !== null && (id === by || exchangeId === by)) return true;
  if (text.lastMs < endMs) return false;
  return text.firstMs >= endMs || share(now, text.words()) === 1;
}

/** Of a text from the very source: half of the words say that it is about it. A request to remind is about nothing else, in whatever words. */
function isAbout(text: ReadText, { matter, statement, value }: ReadStatement): boolean {
  if (statement.kind === 'reminder' && text.told.isReply !== true) return true;
  return share(value, text.words()) >= sameSourceMin || share(matter, text.words()) >= sameSourceMin;
}

/** Of a text from elsewhere: said before the end, of whom the statement is about, with all of its words. */
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

/** Share of the words of what a time is of that a text must have: half where the very words of the time say a day and an hour. */
function matterMin(time: readonly string[]): number {
  return time.length >= 2 ? 0.5 : 1;
}

/** A value that hardly stands anywhere by chance: a word or number of three characters or more, or two signs of a script without spaces. */
function isTelling(stems: readonly string[]): boolean {
  return (
    stems.some((stem) => stem.length >= 3) ||
    (stems.length >= 2 && stems.every((stem) => !/^[\p{Script=Latin}\p{N}]+$/u.test(stem)))
  );
}

function markOf(ended: EndedStatement, told: ToldText, day: string): string {
  const { kind, now, nowTrust, saidTrust, value } = ended;
  // Words that are believed less than the text do not stand among its own.
  const isShown = (trust: Trust): boolean => lowestTrust([trust, told.trust]) === told.trust;
  if (kind === 'reminder') {
    const what = isShown(saidTrust) ? `: ${shown(value)}` : '';
    return `(reminder ${now === null ? 'cancelled' : 'moved'}, ${day}${what})`;
  }
  const was = isShown(saidTrust) ? `: ${aboutOf(ended, told)}${shown(value)}` : '';
  const is = now !== null && isShown(nowTrust) ? `; now ${shown(now)}` : '';
  return `(until ${day}${was}${is})`;
}

/** Whose and what it is, as far as neither the value nor the text says so. */
function aboutOf({ key, kind, subject }: EndedStatement, told: ToldText): string {
  const isNamed = subject === 'user' || coverage(subject, sourceWords([told.text])) === 1;
  const about = kind === 'time' || key.startsWith('taste:') ? '' : `${keyWords(key)} `;
  return `${isNamed ? '' : `${shown(subject)} `}${about}`;
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= valueChars ? line : `${line.slice(0, valueChars).trimEnd()}…`;
}
