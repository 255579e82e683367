import { englishMonths, englishWeekdays } from '../languages/calendar.ts';
import { instantIn, instantOfWall, wallClock } from '../clock/wall-clock.ts';

/** When somebody speaks, and the IANA time zone that they speak in. */
export interface Moment {
  readonly now: Date;
  readonly zone: string;
}

/** A time that a text names, and the text without it. */
export interface FoundInstant {
  readonly at: Date;
  readonly rest: string;
}

const minuteMs = 60_000;
const numbers: Readonly<Record<string, number>> = Object.fromEntries([
  ...'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value) => [word, value] as const),
  ...([
    ['a', 1],
    ['an', 1],
    ['half a', 0.5],
    ['half an', 0.5],
    ['a couple of', 2],
    ['a few', 3],
  ] as const),
  ...([
    ['fifteen', 15],
    ['twenty', 20],
    ['thirty', 30],
    ['forty', 40],
    ['forty-five', 45],
    ['sixty', 60],
  ] as const),
]);
const unitMinutes: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1_440, w: 10_080 };
const quantity = `\\d{1,5}(?:\\.\\d+)?|${Object.keys(numbers)
  .toSorted((a, b) => b.length - a.length)
  .join('|')}`;
const unit = 'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|s|m|h|d|w';
const span = `(${quantity})\\s*(${unit})(?:\\s+and\\s+(?:(a half)|(${quantity})\\s*(${unit})))?`;
const relative = new RegExp(`\\b(?:in|after)\\s+(?:about\\s+)?${span}\\b|\\b${span}\\s+from\\s+now\\b`, 'i');

const zones: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  wet: 0,
  bst: 1,
  west: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  ist: 5.5,
  jst: 9,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
};
const zone = `(?:\\s*\\(?(?:(${Object.keys(zones).join('|')})(?:\\s*([+-]\\d{1,2})(?::?(\\d{2}))?)?|([+-]\\d{2}):?(\\d{2}))\\b\\)?)?`;
const half = "(?:\\s*(a\\.?m\\b\\.?|p\\.?m\\b\\.?|o['’]?clock))";
const clocks = [
  new RegExp(`\\b(?:at|by|around)\\s+(\\d{1,2})(?:[:.](\\d{2}))?(?!\\d|[.,:]\\d)${half}?${zone}`, 'i'),
  new RegExp(`\\b(\\d{1,2})(?:[:.](\\d{2}))?${half}${zone}`, 'i'),
  new RegExp(`(?<![\\d:T-])(\\d{1,2}):(\\d{2})\\b${half}?${zone}`, 'i'),
];
const named = /\b(?:at\s+|by\s+)?(noon|midday|midnight)\b/i;
const part = /\b(?:in\s+the\s+|this\s+)?(morning|afternoon|evening|night)\b/i;
const partHours: Readonly<Record<string, number>> = { morning: 9, afternoon: 15, evening: 19, night: 20 };

const month = `(${englishMonths.join('|')})`;
const weekday = new RegExp(
  `\\b(?:on\\s+|by\\s+)?(?:(?:next|this|coming)\\s+)?(${englishWeekdays.join('|')})\\b(?!['’]s)`,
  'i',
);
const shortDay = /\b(?:on|next|this)\s+(mon|tues?|wed|thu(?:rs)?|fri|sat|sun)\b\.?/i;
const isoDate = /\b(?:on\s+|by\s+)?(\d{4})-(\d{2})-(\d{2})(?![\dT])/i;
const dayMonth = new RegExp(
  `\\b(?:on\\s+)?(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+of)?\\s+${month}\\b(?:,?\\s+(\\d{4}))?`,
  'i',
);
const monthDay = new RegExp(
  `\\b(?:on\\s+)?${month}\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(\\d{4}))?`,
  'i',
);
const ofMonth = /\bon\s+the\s+(\d{1,2})(?:st|nd|rd|th)\b/i;
const nearDay = /\b(?:the\s+)?(day\s+after\s+tomorrow|tomorrow|today|tonight|next\s+week|next\s+month)\b/i;
const instant =
  /\b(?:at\s+|on\s+)?(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?(?![\d:])/i;

/**
 * The first time that an English text names, on the clock of who speaks unless it names a zone; undefined without one. A day without
 * an hour means nine in the morning. What cannot be a date (the 31st of February) is no time.
 */
export function findInstant(text: string, moment: Moment): FoundInstant | undefined {
  const reader = new Reader(text);
  const at = readInstant(reader, moment) ?? readRelative(reader, moment) ?? readCalendar(reader, moment);
  if (at === undefined || Number.isNaN(at.getTime())) return undefined;
  return { at, rest: reader.rest };
}

/** Takes matches out of a text, one after another. */
class Reader {
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.rest);
    if (match === null) return undefined;
    const before = this.rest.slice(0, match.index).trimEnd();
    this.rest = `${before} ${this.rest.slice(match.index + match[0].length).trimStart()}`.trim();
    return match;
  }
}

function readInstant(reader: Reader, { zone }: Moment): Date | undefined {
  const match = reader.take(instant);
  if (match === undefined) return undefined;
  const [, day = '', time = '', offset = ''] = match;
  const at = instantIn(`${day}T${time}${offset.toUpperCase() === 'UTC' ? 'Z' : offset}`, zone);
  return new Date(at ?? Number.NaN);
}

function readRelative(reader: Reader, moment: Moment): Date | undefined {
  const { now, zone } = moment;
  const match = reader.take(relative);
  if (match === undefined) return undefined;
  const groups = match[1] === undefined ? match.slice(6, 11) : match.slice(1, 6);
  const [count = '', word = '', andHalf, more, moreUnit = ''] = groups;
  const whole = countOf(count) + (andHalf === undefined ? 0 : 0.5);
  if (/^mo/i.test(word)) {
    const later = new Date(wallClock(now.getTime(), zone));
    later.setUTCMonth(later.getUTCMonth() + Math.round(whole));
    return new Date(instantOfWall(later.getTime(), zone));
  }
  const minutes = whole * minutesOf(word) + (more === undefined ? 0 : countOf(more) * minutesOf(moreUnit));
  if (minutes < 1_440) return new Date(now.getTime() + minutes * minuteMs);
  // Days are days of the clock on the wall, also where one of them has 23 hours or 25.
  const later = new Date(instantOfWall(wallClock(now.getTime(), zone) + minutes * minuteMs, zone));
  // "in two days at 9": the hour is said too.
  const clock = readClock(reader);
  return clock === undefined ? later : atClock(daysFrom({ now: later, zone }, clock, 0), clock, zone);
}

function countOf(word: string): number {
  return numbers[word.toLowerCase()] ?? Number(word);
}

function minutesOf(word: string): number {
  return unitMinutes[word.charAt(0).toLowerCase()] ?? 1;
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Ahead of UTC, where a zone was named; undefined for the speaker's own. */
  readonly offsetMinutes: number | undefined;
  /** True where twelve hours later could be meant as well. */
  readonly open: boolean;
}

function readClock(reader: Reader): Clock | undefined {
  for (const pattern of clocks) {
    const match = reader.take(pattern);
    if (match === undefined) continue;
    const [, hours = '', minutes, meridiem, name, nameHours, nameMinutes, sign, signMinutes] = match;
    const hour = Number(hours);
    const minute = Number(minutes ?? 0);
    if (hour > 24 || minute > 59) return undefined;
    const base = zones[name?.toLowerCase() ?? ''];
    const offset = offsetOf(nameHours ?? sign, nameMinutes ?? signMinutes);
    const isNamed = base !== undefined || sign !== undefined;
    const half = meridiem?.charAt(0).toLowerCase();
    const dayPart = reader.take(part)?.[1]?.toLowerCase();
    const late = half === 'p' || (half !== 'a' && dayPart !== undefined && dayPart !== 'morning');
    const early = half === 'a' || dayPart === 'morning';
    const said = late && hour < 12 ? hour + 12 : early && hour === 12 ? 0 : hour;
    // Nobody wants to be reminded at three in the night by saying "at 3".
    const bare = !late && !early && minutes === undefined && hour >= 1 && hour <= 6;
    return {
      hour: bare ? said + 12 : said,
      minute,
      offsetMinutes: isNamed ? (base ?? 0) * 60 + offset : undefined,
      open: !late && !early && said < 12 && hours.length === 1,
    };
  }
  const name = reader.take(named)?.[1]?.toLowerCase();
  const still = { minute: 0, offsetMinutes: undefined, open: false };
  if (name !== undefined) return { ...still, hour: name === 'midnight' ? 24 : 12 };
  const dayPart = reader.take(part)?.[1]?.toLowerCase();
  return dayPart === undefined ? undefined : { ...still, hour: partHours[dayPart] ?? 9 };
}

function offsetOf(hours: string | undefined, minutes: string | undefined): number {
  if (hours === undefined) return 0;
  const sign = hours.startsWith('-') ? -1 : 1;
  return Number(hours) * 60 + sign * Number(minutes ?? 0);
}

function readCalendar(reader: Reader, moment: Moment): Date | undefined {
  const { now, zone } = moment;
  const tonight = /\btonight\b/i.test(reader.rest);
  const clock = readClock(reader);
  const zoned: Clock = clock ?? { hour: tonight ? 20 : 9, minute: 0, offsetMinutes: undefined, open: false };
  const late = tonight && zoned.hour < 12 ? { ...zoned, hour: zoned.hour + 12 } : zoned;
  const day = readDay(reader, moment, late);
  if (day === undefined) {
    if (clock === undefined) return undefined;
    return nextClock(moment, zoned);
  }
  const at = atClock(day.start, late, zone);
  if (!day.soft || at > now) return at;
  // A weekday or a date that has just passed means the next one; today without an hour means soon.
  if (day.again !== undefined) return atClock(day.again, late, zone);
  return clock === undefined ? new Date(now.getTime() + 60 * minuteMs) : nextClock(moment, late);
}

/** The next time a clock shows this. */
function nextClock(moment: Moment, clock: Clock): Date {
  const at = (days: number, more: number): Date =>
    atClock(daysFrom(moment, clock, days), { ...clock, hour: clock.hour + more }, moment.zone);
  const today = at(0, 0);
  if (today > moment.now) return today;
  const later = at(0, 12);
  return clock.open && later > moment.now ? later : at(1, 0);
}

interface Day {
  readonly start: Date;
  /** True where the day may have passed already. */
  readonly soft: boolean;
  readonly again?: Date;
}

function readDay(reader: Reader, moment: Moment, clock: Clock): Day | undefined {
  const on = (days: number): Date => daysFrom(moment, clock, days);
  const near = reader.take(nearDay)?.[1]?.toLowerCase().replace(/\s+/g, ' ');
  if (near === 'today' || near === 'tonight') return { start: on(0), soft: true };
  if (near === 'next month') {
    const { month: current, year } = partsOf(on(0));
    return dated(year, current + 1, 1);
  }
  if (near !== undefined)
    return { start: on(near === 'tomorrow' ? 1 : near === 'next week' ? 7 : 2), soft: false };
  const iso = reader.take(isoDate);
  if (iso !== undefined) return dated(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const first = reader.take(dayMonth);
  if (first !== undefined) return yearly(first[2], first[1], first[3], on(0));
  const second = reader.take(monthDay);
  if (second !== undefined) return yearly(second[1], second[2], second[3], on(0));
  const ordinal = reader.take(ofMonth);
  if (ordinal !== undefined) {
    const { month: current, year } = partsOf(on(0));
    const day = dated(year, current, Number(ordinal[1]));
    return day && { ...day, soft: true, ...again(dated(year, current + 1, Number(ordinal[1]))) };
  }
  const name = (reader.take(weekday) ?? reader.take(shortDay))?.[1]?.toLowerCase();
  if (name === undefined) return undefined;
  const target = englishWeekdays.findIndex((full) => full.startsWith(name.slice(0, 3)));
  const ahead = (target - on(0).getUTCDay() + 7) % 7;
  return { start: on(ahead), soft: true, again: on(ahead + 7) };
}

function yearly(name = '', day = '', year: string | undefined, today: Date): Day | undefined {
  const at = englishMonths.findIndex((full) => full.startsWith(name.slice(0, 3).toLowerCase()));
  if (year !== undefined) return dated(Number(year), at, Number(day));
  const current = partsOf(today).year;
  const first = dated(current, at, Number(day));
  return first && { ...first, soft: true, ...again(dated(current + 1, at, Number(day))) };
}

function again(day: Day | undefined): { again?: Date } {
  return day === undefined ? {} : { again: day.start };
}

function dated(year: number, monthIndex: number, day: number): Day | undefined {
  const start = new Date(Date.UTC(year, monthIndex, day));
  return start.getUTCDate() === day ? { start, soft: false } : undefined;
}

function partsOf(day: Date): { year: number; month: number } {
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() };
}

/** The day that `days` later begins where the clock hangs; its wall time written as if it were UTC. */
function daysFrom({ now, zone }: Moment, clock: Clock, days: number): Date {
  const { offsetMinutes } = clock;
  const local = new Date(
    offsetMinutes === undefined ? wallClock(now.getTime(), zone) : now.getTime() + offsetMinutes * minuteMs,
  );
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days));
}

function atClock(day: Date, { hour, minute, offsetMinutes }: Clock, zone: string): Date {
  const wall = day.getTime() + (hour * 60 + minute) * minuteMs;
  return new Date(offsetMinutes === undefined ? instantOfWall(wall, zone) : wall - offsetMinutes * minuteMs);
}
