import type { DayPart } from '../atom.ts';
import { type Frequency, type RuleDay, workdays } from '../rule.ts';
import { words } from '../rewrite.ts';
import { countOf, countSource, rankOf, rankSource, weekdayOf, weekdaySource } from './words.ts';

/** How often something is to come, as far as the words of it say. */
export interface Cadence {
  readonly frequency: Frequency;
  readonly interval?: number;
  readonly days?: readonly RuleDay[];
  readonly monthDays?: readonly number[];
  readonly position?: number;
  readonly part?: DayPart;
  /** How many times of day are to be named: "twice a day". */
  readonly timesADay?: number;
  /** The day that is named with it is needed. */
  readonly byDay?: boolean;
}

const every = '(?:every(?: single)?|each)';
const other = '(?:other|alternate|second|2nd|third|3rd|fourth|4th|fifth|5th|sixth|6th)';
const workday = '(?:work(?:ing )?day|week ?day|business day)s?';
const list = `${weekdaySource}s?(?:(?:,? (?:and|&|or)|,) (?:on )?${weekdaySource}s?)*`;
const place = `(?:${rankSource}|last|final|penultimate|second[- ]to[- ]last)`;

function intervalOf(said: string | undefined): number {
  const word = (said ?? '').trim().toLowerCase();
  if (word === '') return 1;
  if (word === 'other' || word === 'alternate') return 2;
  const rank = rankOf(word);
  return Number.isNaN(rank) ? countOf(word) : rank;
}

function placeOf(said: string): number {
  if (/^(?:last|final)$/i.test(said)) return -1;
  return /^(?:pen|.*to)/i.test(said) && !/^\d/.test(said) ? -2 : rankOf(said);
}

const daysIn = (said: string): RuleDay[] =>
  [...said.matchAll(words(`${weekdaySource}s?`))].map(([name]) => ({ weekday: weekdayOf(name) }));

function daysThrough(from: string, to: string): RuleDay[] {
  const [first, last] = [weekdayOf(from), weekdayOf(to)];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, n) => ({ weekday: (first + n) % 7 }));
}

type Make = (groups: readonly (string | undefined)[]) => Cadence | undefined;

const byUnit: Readonly<Record<string, Omit<Cadence, 'interval'> & { readonly times?: number }>> = {
  minute: { frequency: 'MINUTELY' },
  min: { frequency: 'MINUTELY' },
  hour: { frequency: 'HOURLY' },
  day: { frequency: 'DAILY' },
  week: { frequency: 'WEEKLY' },
  fortnight: { frequency: 'WEEKLY', times: 2 },
  month: { frequency: 'MONTHLY' },
  quarter: { frequency: 'MONTHLY', times: 3 },
  year: { frequency: 'YEARLY' },
  weekend: { frequency: 'WEEKLY', days: [{ weekday: 6 }, { weekday: 0 }] },
  morning: { frequency: 'DAILY', part: 'morning' },
  afternoon: { frequency: 'DAILY', part: 'afternoon' },
  evening: { frequency: 'DAILY', part: 'evening' },
  night: { frequency: 'DAILY', part: 'night' },
};
const units = Object.keys(byUnit).join('|');

function unitCadence(unit: string, interval: number): Cadence | undefined {
  const { times = 1, ...rest } = byUnit[unit.toLowerCase().replace(/s$/, '')] ?? {
    frequency: 'DAILY' as const,
  };
  return Number.isInteger(interval) && interval > 0 && interval <= 1_000
    ? { ...rest, interval: interval * times }
    : undefined;
}

const adverbs: Readonly<Record<string, Cadence>> = {
  daily: { frequency: 'DAILY' },
  everyday: { frequency: 'DAILY' },
  nightly: { frequency: 'DAILY', part: 'night' },
  hourly: { frequency: 'HOURLY' },
  weekly: { frequency: 'WEEKLY' },
  fortnightly: { frequency: 'WEEKLY', interval: 2 },
  monthly: { frequency: 'MONTHLY' },
  quarterly: { frequency: 'MONTHLY', interval: 3 },
  yearly: { frequency: 'YEARLY' },
  annually: { frequency: 'YEARLY' },
};

const weekdayList = (said: string, interval: number): Cadence => ({
  frequency: 'WEEKLY',
  interval,
  days: daysIn(said),
});

/** The most certain first. */
export const cadences: readonly (readonly [RegExp, Make])[] = [
  // "The first and third Monday of every month", "the last workday of the month".
  [
    words(
      `(?:on )?(?:the |${every} )?(${place})(?:(?:,? and|,) (${place}))? (${weekdaySource}|${workday}|days?) (?:of|in) (?:${every}|the|a) (?:(${other}) )?month`,
    ),
    ([first = '', second, name = '', months]) => {
      const places = [first, ...(second === undefined ? [] : [second])].map(placeOf);
      const interval = intervalOf(months);
      const [position = 1] = places;
      if (/^days?$/i.test(name)) return { frequency: 'MONTHLY', interval, monthDays: places };
      if (new RegExp(`^${workday}$`, 'i').test(name))
        return places.length > 1 ? undefined : { frequency: 'MONTHLY', interval, days: workdays, position };
      return {
        frequency: 'MONTHLY',
        interval,
        days: places.map((nth) => ({ nth, weekday: weekdayOf(name) })),
      };
    },
  ],
  // "Every last Friday", "every first Monday": of the month.
  [
    words(`${every} (first|1st|last) (${weekdaySource}|${workday})`),
    ([first = '', name = '']) =>
      new RegExp(`^${workday}$`, 'i').test(name)
        ? { frequency: 'MONTHLY', days: workdays, position: placeOf(first) }
        : { frequency: 'MONTHLY', days: [{ nth: placeOf(first), weekday: weekdayOf(name) }] },
  ],
  // "Every month on the last Friday".
  [
    words(
      `(?:${every}(?: (${other}|${countSource}))? months?|monthly),? (?:on )?the (${place}) (${weekdaySource}|${workday}|day)(?: of the month)?`,
    ),
    ([months, first = '', name = '']) => {
      const interval = intervalOf(months);
      if (/^day$/i.test(name)) return { frequency: 'MONTHLY', interval, monthDays: [placeOf(first)] };
      return new RegExp(`^${workday}$`, 'i').test(name)
        ? { frequency: 'MONTHLY', interval, days: workdays, position: placeOf(first) }
        : { frequency: 'MONTHLY', interval, days: [{ nth: placeOf(first), weekday: weekdayOf(name) }] };
    },
  ],
  // "The 1st and 15th of every month".
  [
    words(
      `(?:on )?(?:the )?(${rankSource}(?:(?:,? and(?: the)?|,) ${rankSource})*)(?: day)? of (?:${every}|the) (?:(${other}) )?month`,
    ),
    ([said = '', months]) => ({
      frequency: 'MONTHLY',
      interval: intervalOf(months),
      monthDays: ranksIn(said),
    }),
  ],
  [
    words(
      `(?:${every}(?: (${other}|${countSource}))? months?|monthly),? (?:on )?the (${rankSource}(?:(?:,? and(?: the)?|,) (?:the )?${rankSource})*)`,
    ),
    ([months, said = '']) => ({
      frequency: 'MONTHLY',
      interval: intervalOf(months),
      monthDays: ranksIn(said),
    }),
  ],
  // "Monday to Friday", "every weekday".
  [
    words(`(?:${every} |on )?(${weekdaySource})s? (?:to|through|thru|till|-|–) (${weekdaySource})s?`),
    ([from = '', to = '']) => ({ frequency: 'WEEKLY', days: daysThrough(from, to) }),
  ],
  [
    words(`${every} ${workday}|(?:on )?(?:weekdays|work(?:ing )?days|business days)`),
    () => ({ frequency: 'WEEKLY', days: workdays }),
  ],
  [
    words('(?:on |at |the )?weekends'),
    () => ({ frequency: 'WEEKLY', days: [{ weekday: 6 }, { weekday: 0 }] }),
  ],
  // "Every other Friday", "every Monday and Thursday", "every two weeks on Friday".
  [words(`${every} (${other} )?(${list})`), ([often, said = '']) => weekdayList(said, intervalOf(often))],
  [
    words(
      `(?:${every}(?: (${other}|${countSource}))? (weeks?|fortnight)|weekly|fortnightly|biweekly|once (?:a|per|every) week),? (?:on )?(${list})`,
    ),
    ([often, unit = '', said = '']) => weekdayList(said, intervalOf(often) * (/^f/i.test(unit) ? 2 : 1)),
  ],
  [
    words(
      '(?:on )?((?:sun|mon|tues|wednes|thurs|fri|satur)days(?:(?:,? (?:and|&|or)|,) (?:on )?(?:sun|mon|tues|wednes|thurs|fri|satur)days)*)',
    ),
    ([said = '']) => weekdayList(said, 1),
  ],
  // "Twice a day", "once every three hours".
  [
    words(`(once|twice|thrice|${countSource} times) (?:a|per|each|every) (${units})`),
    ([often = '', unit = '']) => {
      const times = /^once/i.test(often)
        ? 1
        : /^twice/i.test(often)
          ? 2
          : /^thrice/i.test(often)
            ? 3
            : countOf(often.replace(/\s*times$/i, ''));
      const cadence = unitCadence(unit, 1);
      if (times === 1 || cadence === undefined) return cadence;
      return cadence.frequency === 'DAILY' ? { ...cadence, timesADay: times } : undefined;
    },
  ],
  [words(`${every} half (?:an )?hour`), () => ({ frequency: 'MINUTELY', interval: 30 })],
  [words(`${every} quarter of an hour`), () => ({ frequency: 'MINUTELY', interval: 15 })],
  // "Every three hours", "every other day", "every month".
  [
    words(`${every}(?: (${other}|${countSource}))? (${units})s?`),
    ([often, unit = '']) => unitCadence(unit, intervalOf(often)),
  ],
];

/** "Daily", "weekly": they say it alone. */
export const adverbPattern = words(Object.keys(adverbs).join('|'));
export const adverbCadence = (said: string): Cadence | undefined => adverbs[said.toLowerCase()];

/** Words that say that something is to come again and again, whether it is understood how or not. */
export const recursPattern = words(
  `${every} (?!one |body |thing |of |time )\\S+|${Object.keys(adverbs).join('|')}|biweekly|bimonthly|(?:sun|mon|tues|wednes|thurs|fri|satur)days|(?:once|twice|thrice|${countSource} times) (?:a|per|each|every) \\w+|(?<!\\d )(?:weekdays|weekends|work(?:ing )?days|business days)|(?:mon|tues|wednes|thurs|fri|satur|sun)day (?:to|through|thru) (?:mon|tues|wednes|thurs|fri|satur|sun)day|of (?:every|each) month|(?:${rankSource}|last|(?:work|week)?day|${weekdaySource}) of the month|regularly|mornings|afternoons|evenings|nights`,
);

function ranksIn(said: string): number[] {
  return [...said.matchAll(words(rankSource))].map(([rank]) => rankOf(rank));
}
