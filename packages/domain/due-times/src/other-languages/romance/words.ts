import { atClock, partOfDay, type Tongue } from '../tongue.ts';

/** What differs between French, Spanish, Italian and Portuguese: sources of expressions. */
export interface RomanceWords {
  readonly t: Tongue;
  /** Before a time of day: "à", "a las". */
  readonly at: string;
  /** What follows an hour: "heures", "h"; may be empty. */
  readonly oclock: string;
  /** "Et quart", "et demie", "moins le quart" behind an hour; "moins cinq". */
  readonly quarter: string;
  readonly half: string;
  readonly toQuarter: string;
  readonly minus: string;
  readonly and: string;
  readonly noon: string;
  readonly midnight: string;
  readonly today: string;
  readonly tomorrow: string;
  readonly dayAfter: string;
  readonly tonight: string;
  /** The plain words: morning, afternoon, evening, night. */
  readonly parts: readonly [string, string, string, string];
  readonly morning: string;
  readonly afternoon: string;
  readonly evening: string;
  readonly night: string;
  /** Before a length from now on: "dans", "dentro de". */
  readonly in: string;
  readonly halfHour: string;
  readonly quarterHour: string;
  readonly hourAndHalf: string;
  /** Before a date or a weekday: "le", "el", "no dia". */
  readonly on: string;
  /** Of the coming one: before and behind a weekday. */
  readonly next: string;
  readonly nextWeek: string;
  readonly nextMonth: string;
  readonly nextYear: string;
  readonly weekend: string;
  /** "Every": "chaque", "tous les". */
  readonly every: string;
  readonly workday: string;
  readonly onWorkdays: string;
  readonly day: string;
  readonly last: string;
  readonly ofMonth: string;
  /** "Un … sur deux", "sí y uno no": every other, behind a unit. */
  readonly otherBehind: string;
  readonly adverbs: readonly [daily: string, hourly: string, weekly: string, monthly: string, yearly: string];
  readonly timesADay: string;
  readonly times: string;
  readonly until: string;
  readonly from: string;
  readonly during: string;
  readonly before: string;
  readonly after: string;
  readonly now: string;
  readonly of: string;
  readonly holidays: readonly (readonly [source: string, english: string])[];
}

/** The words of one language with what reads them. */
export interface Said {
  readonly w: RomanceWords;
  readonly t: Tongue;
  /** Any part of the day. */
  readonly anyPart: string;
  /** An hour in figures or words, and what may follow it. */
  readonly clock: string;
  readonly oclock: string;
  /** A day of the month in figures. */
  readonly day1: string;
  readonly hour: (said: string, minute?: string) => string | undefined;
  /** A unit in the singular. */
  readonly unit: (said: string) => string;
  readonly partOf: (said: string) => string;
}

/** What reads the words of a language. */
export function saidIn(sources: RomanceWords): Said {
  const w = whole(sources);
  const { t } = w;
  const parts: readonly (readonly [RegExp, keyof typeof partOfDay])[] = [
    [new RegExp(`^(?:${w.morning})$`, 'iu'), 'morning'],
    [new RegExp(`^(?:${w.afternoon})$`, 'iu'), 'afternoon'],
    [new RegExp(`^(?:${w.evening})$`, 'iu'), 'evening'],
    [new RegExp(`^(?:${w.night})$`, 'iu'), 'night'],
  ];
  return {
    w,
    t,
    anyPart: `(?:${w.morning}|${w.afternoon}|${w.evening}|${w.night})`,
    clock: `(\\d{1,2}|${t.number})`,
    oclock: w.oclock === '' ? '' : `(?: ?(?:${w.oclock}))?`,
    day1: '(\\d{1,2})(?:er|º|°|o|ª)?',
    hour: (said, minute = '') => atClock(t.numberOf(said), Number(minute || 0), minute !== ''),
    unit: (said) => t.unitOf(said).slice(0, -1),
    partOf: (said) => partOfDay[parts.find(([pattern]) => pattern.test(said.trim()))?.[1] ?? 'morning'],
  };
}

/** The sources as groups, so that what stands beside them belongs to each of their alternatives. */
function whole(sources: RomanceWords): RomanceWords {
  const group = (value: unknown) => (typeof value === 'string' && value !== '' ? `(?:${value})` : value);
  return Object.fromEntries(
    Object.entries(sources).map(([name, value]) => [name, group(value)]),
  ) as unknown as RomanceWords;
}
