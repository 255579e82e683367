import { directionOf } from './direction.ts';
import { languageCodes } from '../languages/codes.ts';
import { foldedCalendar, type Lexicon, lexicons } from '../languages/lexicons.ts';
import type { SaidNumber } from '../numbers/said-numbers.ts';
import type { Reading, Token } from '../words/tokens.ts';

/** A day, month or year, as far as it is told. Months count from 1. */
export interface DateParts {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

/** A date that a text tells, with the words that tell it (end excluded) and everything that it may mean. */
export interface SaidDate {
  readonly from: number;
  readonly to: number;
  /** Written as a date: with a month's name, or digits in the form of one. */
  readonly isWritten: boolean;
  readonly meanings: readonly DateParts[];
}

const dayMs = 86_400_000;
const joiners = new Set('of de den dem del di du do the le il el o d das am im em en in'.split(' '));
const ranges = new Set('to until till bis and a al au ao ate e y et und'.split(' '));
const beforeMonth = new Set(
  'in since until during of last next early mid late by im seit bis ab anfang mitte ende en desde hasta de para depuis jusqu a dal da fino ate em'.split(
    ' ',
  ),
);
// What is more often another word than a month.
const oftenNoMonth = new Set(['may', 'march', 'mars', 'mai', 'marco', 'marz', 'maggio', 'mayo']);
const beforeDay = new Set(['the', 'on', 'am', 'el', 'le', 'il', 'dia', 'den']);
const ago = /^(?:ago|fa|atras|hace|vor|ha|y)$/u;
const ahead = /^(?:in|en|dans|tra|fra|em|dentro|daqui|nach)$/u;
const monthPlaces = new Map(
  languageCodes.flatMap((code) => foldedCalendar[code].months.map((name, n) => [name, n + 1] as const)),
);
const weekdayPlaces = new Map(
  languageCodes.flatMap((code) => foldedCalendar[code].weekdays.map((name, n) => [name, n] as const)),
);

/** The weekday that a word names, Sunday 0; undefined where it names none. What counts as well ("segunda") needs "feira". */
export function weekdayOf(token: Token, next: Token | undefined): number | undefined {
  const name = token.word
    .replace(/^samstags?$|^sonnabends?$/u, 'samstag')
    .replace(/(?<=day|tag|woch)s$/u, '');
  const place = weekdayPlaces.get(name);
  const counts = /^(?:segunda|terca|quarta|quinta|sexta)$/u.test(name);
  return counts && next?.word !== 'feira' ? undefined : place;
}

/**
 * The dates of a text. With `saidOn` (a day as midnight UTC) what is told by it is worked out: the year that a day has, which
 * Friday it is, when "tomorrow" is. Of the nearest before and after, what the sentence points to; both where it does not tell.
 */
export function datesIn(reading: Reading, numbers: readonly SaidNumber[], saidOn?: number): SaidDate[] {
  const scan: Scan = {
    reading,
    numberAt: new Map(numbers.map((number) => [number.from, number])),
    endAt: new Map(numbers.map((number) => [number.to, number])),
    saidOn,
  };
  const written = reading.tokens.flatMap((_, at) => inDigits(scan, at) ?? byMonth(scan, at) ?? []);
  if (saidOn === undefined) return written;
  const taken = (at: number) => written.some(({ from, to }) => from <= at && at < to);
  const told = reading.tokens.flatMap((_, at) => (taken(at) ? [] : relative(scan, at, saidOn)));
  return [...written, ...told];
}

interface Scan {
  readonly reading: Reading;
  readonly numberAt: ReadonlyMap<number, SaidNumber>;
  readonly endAt: ReadonlyMap<number, SaidNumber>;
  readonly saidOn: number | undefined;
}

/** "2027-06-12", "12.6.2027", "6/12/2027", "12.6.". */
function inDigits({ reading: { text, tokens }, saidOn }: Scan, at: number): SaidDate | undefined {
  const [a, b, c] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (a?.number === undefined || b?.number === undefined || !/^[-./]$/u.test(b.gap)) return undefined;
  const three = c?.number !== undefined && c.gap === b.gap ? c : undefined;
  const date = (year: number | undefined, month: number, day: number): DateParts[] =>
    month < 1 || month > 12 || day < 1 || day > 31
      ? []
      : [{ ...(year === undefined ? {} : { year }), month, day }];
  let meanings: DateParts[] = [];
  if (three?.number !== undefined) {
    const year = three.number < 100 ? 2_000 + three.number : three.number;
    if (a.number > 1_000) meanings = date(a.number, b.number, three.number);
    else if (year > 1_000) {
      meanings = date(year, b.number, a.number);
      // Who writes slashes may begin with the month.
      if (b.gap === '/') meanings = [...meanings, ...date(year, a.number, b.number)];
    }
  } else if (b.gap === '.' && text[b.end] === '.') meanings = date(undefined, b.number, a.number);
  else if (b.gap === '-' && a.number > 1_900 && a.number < 2_200) {
    meanings = b.number >= 1 && b.number <= 12 ? [{ year: a.number, month: b.number }] : [];
  }
  if (meanings.length === 0) return undefined;
  const to = at + (three === undefined ? 2 : 3);
  return {
    from: at,
    to,
    isWritten: true,
    meanings: meanings.flatMap((parts) => withYear(parts, saidOn, 'either')),
  };
}

/** "June", "12 June", "June 12, 2027", "23 to 27 December", "12. Juni", "12 de junio de 2027". */
function byMonth(scan: Scan, at: number): SaidDate[] | undefined {
  const { reading, saidOn } = scan;
  const { language, tokens } = reading;
  const month = monthPlaces.get(tokens[at]?.word ?? '');
  if (month === undefined) return undefined;
  const days: number[] = [];
  let [from, to] = [at, at + 1];
  const left = back(scan, at);
  if (left !== undefined) {
    days.push(left.value);
    from = left.from;
    const dash = /^\s*[-–]\s*$/u.test(tokens[from]?.gap ?? '');
    const joined = tokens.slice(Math.max(0, from - 2), from).some(({ word }) => ranges.has(word));
    const other = dash || joined ? back(scan, from, ranges) : undefined;
    if (other !== undefined) {
      days.push(other.value);
      from = other.from;
    }
  } else {
    const right =
      dayAt(scan, at + 1) ?? (joiners.has(tokens[at + 1]?.word ?? '') ? dayAt(scan, at + 2) : undefined);
    if (right !== undefined) {
      days.push(right.value);
      to = right.to;
    }
  }
  const placed = joiners.has(tokens[to]?.word ?? '') ? to + 1 : to;
  const year = tokens[placed]?.number;
  const hasYear = year !== undefined && year > 1_000 && year < 3_000;
  if (hasYear) to = placed + 1;
  const name = tokens[at]?.word ?? '';
  const alone = days.length === 0 && !hasYear;
  if (alone && oftenNoMonth.has(name) && !beforeMonth.has(tokens[at - 1]?.word ?? '')) return undefined;
  const direction = directionOf(partAround(reading, at), language);
  const parts = (day?: number): DateParts => ({
    month,
    ...(day === undefined ? {} : { day }),
    ...(hasYear ? { year } : {}),
  });
  const dates = days.length === 0 ? [parts()] : days.map(parts);
  return dates.map((one) => ({ from, to, isWritten: true, meanings: withYear(one, saidOn, direction) }));
}

/** The day before a place, with what joins it: "the 12th of". */
function back(scan: Scan, at: number, between: ReadonlySet<string> = joiners): SaidNumber | undefined {
  for (const skip of [0, 1, 2, 3]) {
    const words = scan.reading.tokens.slice(at - skip, at);
    if (!words.every(({ word }) => between.has(word) || joiners.has(word))) return undefined;
    const number = scan.endAt.get(at - skip);
    if (number !== undefined && isDay(number)) return number;
  }
  return undefined;
}

function dayAt(scan: Scan, at: number): SaidNumber | undefined {
  const number = scan.numberAt.get(at);
  return number !== undefined && isDay(number) ? number : undefined;
}

function isDay({ value }: SaidNumber): boolean {
  return value >= 1 && value <= 31;
}

/** The years that a date without one may have: the nearest before and after, as the sentence points. */
function withYear(parts: DateParts, saidOn: number | undefined, direction: string): DateParts[] {
  if (parts.year !== undefined || saidOn === undefined || parts.month === undefined) return [parts];
  const now = new Date(saidOn);
  const year = now.getUTCFullYear();
  const place =
    (parts.month - (now.getUTCMonth() + 1)) * 31 +
    (parts.day === undefined ? 0 : parts.day - now.getUTCDate());
  const before = place <= 0 ? year : year - 1;
  const after = place >= 0 ? year : year + 1;
  const [back, ahead] = [before, after].map((one) =>
    Math.abs(Date.UTC(one, (parts.month ?? 1) - 1, parts.day ?? 15) - saidOn),
  );
  const isBack = direction === 'past' || (direction === 'near' && isMuchNearer(back, ahead));
  const isAhead = direction === 'future' || (direction === 'near' && isMuchNearer(ahead, back));
  const years = isBack ? [before] : isAhead ? [after] : [before, after];
  return [parts, ...[...new Set(years)].map((one) => ({ ...parts, year: one }))];
}

function isMuchNearer(one = 0, other = 0): boolean {
  return one * 2 < other;
}

function relative(scan: Scan, at: number, saidOn: number): SaidDate[] {
  const { reading } = scan;
  const { language, tokens } = reading;
  const token = tokens[at];
  if (token === undefined) return [];
  const lexicon = lexicons[language];
  const meant = (meanings: readonly DateParts[], to = at + 1) => [
    { from: at, to, isWritten: false, meanings },
  ];
  const shift = dayShift(lexicon, tokens, at);
  if (shift !== undefined) return meant([dayParts(saidOn + shift * dayMs)]);
  const around = tokens.slice(Math.max(0, at - 2), at + 3).map(({ word }) => word);
  const isNext = around.some((word) => lexicon.next.test(word));
  const isLast = around.some((word) => lexicon.last.test(word));
  const direction = isNext ? 'future' : isLast ? 'past' : directionOf(partAround(reading, at), language);
  const weekday = weekdayOf(token, tokens[at + 1]);
  if (weekday !== undefined) return meant(onWeekday(saidOn, weekday, direction, isNext));
  const number = scan.numberAt.get(at);
  const unit = unitOf(lexicon, tokens[number === undefined ? at : number.to]?.word);
  if (number !== undefined && unit !== undefined) {
    const near = tokens.slice(Math.max(0, at - 3), number.to + 3).map(({ word }) => word);
    const way = near.some((word) => ago.test(word)) ? -1 : near.some((word) => ahead.test(word)) ? 1 : 0;
    return way === 0 ? [] : meant(moved(saidOn, unit, way * number.value), number.to + 1);
  }
  if (number !== undefined && isDay(number) && (token.isRank || beforeDay.has(tokens[at - 1]?.word ?? '')))
    return meant(onDayOfMonth(saidOn, number.value, direction), number.to);
  if (unit === undefined || (!isNext && !isLast)) return [];
  return meant(moved(saidOn, unit, isNext ? 1 : -1));
}

/** Days between today and what a word names: tomorrow is 1; "day after tomorrow" is 2. */
function dayShift({ days }: Lexicon, tokens: readonly Token[], at: number): number | undefined {
  const word = tokens[at]?.word ?? '';
  const shift = Object.hasOwn(days, word) ? days[word] : undefined;
  const before = tokens
    .slice(Math.max(0, at - 2), at)
    .map((token) => token.word)
    .join(' ');
  if (shift === undefined)
    return /^this$/u.test(tokens[at - 1]?.word ?? '') && /^(?:morning|afternoon|evening)$/u.test(word)
      ? 0
      : undefined;
  if (/(?:day after|apres|pasado|depois de)$/u.test(before)) return shift + 1;
  if (/(?:day before|avant)$/u.test(before)) return shift - 1;
  // "La mañana" is the morning.
  return /^(?:manana|morgen)$/u.test(word) && /(?:^| )(?:la|por la|de la|am|jeden|guten)$/u.test(before)
    ? undefined
    : shift;
}

type Unit = 0 | 1 | 2 | 3;

function unitOf({ units }: Lexicon, word = ''): Unit | undefined {
  const place = units.findIndex((unit) => word.startsWith(unit) && word.length <= unit.length + 3);
  return place < 0 ? undefined : (place as Unit);
}

/** So many days, weeks, months or years away: the day, each day of the week, the month, the year. */
function moved(saidOn: number, unit: Unit, count: number): DateParts[] {
  const date = new Date(saidOn);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 3) return [{ year: year + count }];
  if (unit === 2) {
    const then = new Date(Date.UTC(year, month + count, 1));
    return [{ year: then.getUTCFullYear(), month: then.getUTCMonth() + 1 }];
  }
  if (unit === 0) return [dayParts(saidOn + count * dayMs)];
  const monday = saidOn - ((date.getUTCDay() + 6) % 7) * dayMs + count * 7 * dayMs;
  return Array.from({ length: 7 }, (_, n) => dayParts(monday + n * dayMs));
}

function onWeekday(saidOn: number, weekday: number, direction: string, isNext: boolean): DateParts[] {
  const ahead = (weekday - new Date(saidOn).getUTCDay() + 7) % 7 || 7;
  const coming = [
    dayParts(saidOn + ahead * dayMs),
    ...(isNext ? [dayParts(saidOn + (ahead + 7) * dayMs)] : []),
  ];
  const gone = [
    dayParts(saidOn + (ahead - 7) * dayMs),
    ...(ahead === 7 ? [dayParts(saidOn - 7 * dayMs)] : []),
  ];
  return direction === 'future' ? coming : direction === 'past' ? gone : [...coming, ...gone];
}

function onDayOfMonth(saidOn: number, day: number, direction: string): DateParts[] {
  const now = new Date(saidOn);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const at = (step: number) => dayParts(Date.UTC(year, month + step, day));
  const coming = day >= now.getUTCDate() ? at(0) : at(1);
  const gone = day <= now.getUTCDate() ? at(0) : at(-1);
  const both = direction === 'future' ? [coming] : direction === 'past' ? [gone] : [coming, gone];
  return both.filter((parts) => parts.day === day);
}

/** A day in parts. */
export function dayParts(at: number): Required<DateParts> {
  const date = new Date(at);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The part of a sentence around a word: what stands behind a comma may be of another time. */
function partAround({ text, tokens }: Reading, at: number): string {
  const { end = text.length, start = 0 } = tokens[at] ?? {};
  const before = text.slice(0, start).search(/(?:[^.!?,;\n]|(?<=\d)[.,](?=\d)|(?<=\d)\.(?=\s))*$/u);
  const after = /(?<!\d)[.!?,;\n]/u.exec(text.slice(end));
  return text.slice(before, after === null ? text.length : end + after.index);
}
