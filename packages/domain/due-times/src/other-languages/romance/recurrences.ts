import { type Rewrite, words } from '../../rewrite.ts';
import { partOfDay } from '../tongue.ts';
import type { RomanceWords, Said } from './words.ts';

/** How often something comes: "chaque lundi", "el último día laborable del mes". */
export function recurrences(said: Said): readonly Rewrite[] {
  return [...daysOfMonth(said), ...cadences(said)];
}

function daysOfMonth({ t, w }: Said): readonly Rewrite[] {
  const { month: M, rank: R, unit: U, weekday: W } = t;
  const dayOrWeekday = `(?:${w.workday}|${w.day}|${W})`;
  const nth = (said: string) => (new RegExp(`^(?:${w.last})$`, 'iu').test(said) ? 'last' : t.rankOf(said));
  const dayName = (said: string) => nameOfDay(said, w);
  return [
    // "Le dernier jour ouvrable du mois", "el primer lunes de cada mes".
    [
      words(`(?:${w.on} |${w.every} )?(${w.last}|${R}) (${dayOrWeekday}) ${w.ofMonth}`),
      (_a, which, name) => `on the ${nth(which)} ${dayName(name)} of every month`,
    ],
    [
      words(`(?:${w.on} |${w.every} )?(${dayOrWeekday}) (${w.last}) ${w.ofMonth}`),
      (_a, name) => `on the last ${dayName(name)} of every month`,
    ],
    [
      words(`(?:${w.on} )?(?:${w.day} )?(${R}|\\d{1,2}(?:er|º|°)?) (?:${w.ofMonth})`),
      (_a, which) => `on the ${t.rankOf(which)} of every month`,
    ],
    [
      words(`${w.every} ${U},? (?:${w.on} )(?:${w.day} )?(${R}|\\d{1,2}(?:er|º|°)?)(?! (?:${w.of} )?${M})`),
      (_a, which) => `on the ${t.rankOf(which)} of every month`,
    ],
  ];
}

function nameOfDay(said: string, { day, t, workday }: RomanceWords): string {
  if (new RegExp(`^(?:${workday})$`, 'iu').test(said)) return 'workday';
  return new RegExp(`^(?:${day})$`, 'iu').test(said) ? 'day' : t.weekdayOf(said);
}

function cadences({ t, unit, w }: Said): readonly Rewrite[] {
  const { number: N, unit: U, weekday: W } = t;
  const list = `${W}(?:(?:,? ${w.and}|,)(?: ${w.on})? ${W})*`;
  const [daily, hourly, weekly, monthly, yearly] = w.adverbs;
  return [
    [
      words(`(?:${w.every} |${w.on} )?(${W}|${U}) ${w.otherBehind}`),
      (_a, name) => `every other ${t.weekdayOf(name) || unit(name)}`,
    ],
    [words(`${w.every} (?:${w.workday})|${w.onWorkdays}`), 'every weekday'],
    [words(`${w.every} (${list})`), (_a, said) => `every ${t.weekdaysOf(said)}`],
    [words(`${w.every} (?:${w.weekend})`), 'every weekend'],
    [
      words(`(?:de |du |da |dal |from )(${W}) (?:à|a|al|até|au) (${W})`),
      (_a, from, to) => `every ${t.weekdayOf(from)} to ${t.weekdayOf(to)}`,
    ],
    [words(`${w.every} (${N}) (${U})`), (_a, count, said) => `every ${t.numberOf(count)} ${t.unitOf(said)}`],
    [words(`${w.every} (?:${w.halfHour})`), 'every 30 minutes'],
    ...w.parts.map(
      (source, n): Rewrite => [
        words(`${w.every} (?:${source})`),
        `every day ${Object.values(partOfDay)[n] ?? ''}`,
      ],
    ),
    [words(`${w.every} (${U})`), (_a, said) => `every ${unit(said)}`],
    [words(`(${N}) (?:${w.timesADay})`), (_a, count) => `${t.numberOf(count)} times a day`],
    [words(daily), 'every day'],
    [words(hourly), 'every hour'],
    [words(weekly), 'every week'],
    [words(monthly), 'every month'],
    [words(yearly), 'every year'],
  ];
}
