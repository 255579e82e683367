import { type Rewrite, words } from '../rewrite.ts';

const englishWeekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const englishMonths =
  'january february march april may june july august september october november december'.split(' ');

/** The words of time of one language, as sources of expressions; the order of each list is that of the calendar. */
export interface TongueWords {
  /** One and up, in words. */
  readonly numbers: readonly string[];
  /** First and up, in words. */
  readonly ranks: readonly string[];
  /** Sunday first. */
  readonly weekdays: readonly string[];
  readonly months: readonly string[];
  /** Second, minute, hour, day, week, month, year; with their plural. */
  readonly units: readonly string[];
}

/** Sources that stand for any of the words, and what each means in English. */
export interface Tongue {
  readonly number: string;
  readonly rank: string;
  readonly weekday: string;
  readonly month: string;
  readonly unit: string;
  readonly numberOf: (said: string) => number;
  readonly rankOf: (said: string) => string;
  readonly weekdayOf: (said: string) => string;
  /** "monday and thursday", of a list in that language. */
  readonly weekdaysOf: (said: string) => string;
  readonly monthOf: (said: string) => string;
  readonly unitOf: (said: string) => string;
}

/** Makes the sources of a language. */
export function tongue({ months, numbers, ranks, units, weekdays }: TongueWords): Tongue {
  const any = (sources: readonly string[]) =>
    `(?:${sources.toSorted((a, b) => b.length - a.length).join('|')})`;
  const find = (sources: readonly string[]) => {
    const whole = sources.map((source) => new RegExp(`^(?:${source})$`, 'iu'));
    return (said: string) => whole.findIndex((pattern) => pattern.test(said.trim()));
  };
  const [number, rank, weekday, month, unit] = [numbers, ranks, weekdays, months, units].map(find);
  const weekdaySource = any(weekdays);
  const weekdayOf = (said: string) => englishWeekdays[weekday?.(said) ?? -1] ?? '';
  return {
    number: `(?:\\d{1,3}|${any(numbers)})`,
    rank: any(ranks),
    weekday: weekdaySource,
    month: any(months),
    unit: any(units),
    numberOf: (said) => (/^\d+$/.test(said.trim()) ? Number(said) : (number?.(said) ?? -1) + 1),
    rankOf: (said) => ranked(/^\d+/.test(said) ? Number.parseInt(said, 10) : (rank?.(said) ?? -1) + 1),
    weekdayOf,
    weekdaysOf: (said) =>
      [...said.matchAll(words(weekdaySource))].map(([name]) => weekdayOf(name)).join(' and '),
    monthOf: (said) => englishMonths[month?.(said) ?? -1] ?? '',
    unitOf: (said) =>
      ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'][unit?.(said) ?? -1] ?? '',
  };
}

/** `1st`, `22nd`. */
function ranked(value: number): string {
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** A time of day in English, of hours and minutes as they were said. */
export function atClock(hour: number, minute = 0, hasMinutes = minute > 0): string | undefined {
  if (hour > 24 || minute > 59 || hour < 0) return undefined;
  if (hour === 24) return 'at midnight';
  const two = String(minute).padStart(2, '0');
  if (hour === 0) return minute === 0 ? 'at midnight' : `at 12:${two} am`;
  return hasMinutes || hour > 12 ? `at ${hour}:${two}` : `at ${hour}`;
}

/** The English of a part of the day. */
export const partOfDay = {
  morning: 'in the morning',
  afternoon: 'in the afternoon',
  evening: 'in the evening',
  night: 'at night',
} as const;

/** A date in English. */
export function onDate(day: string, month: string, year = ''): string | undefined {
  if (month === '') return undefined;
  const full = year.length === 2 ? `20${year}` : year;
  return `on ${day} ${month}${full === '' ? '' : ` ${full}`}`;
}

/** A date of figures, day first. */
export function onFigures(day: string, month: string, year = ''): string | undefined {
  return onDate(day, englishMonths[Number(month) - 1] ?? '', year);
}

/** ISO dates and instants, which every language writes alike. */
export const writtenAlike: readonly Rewrite[] = [
  [words('\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2})?'), (whole) => whole],
];
