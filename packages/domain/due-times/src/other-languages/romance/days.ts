import { type Rewrite, words } from '../../rewrite.ts';
import { onDate, onFigures } from '../tongue.ts';
import type { Said } from './words.ts';

/** Days, with the part of the day that is said with one: "demain soir", "el lunes de la próxima semana". */
export function days(said: Said): readonly Rewrite[] {
  return [...nearDays(said), ...dates(said)];
}

function nearDays({ anyPart, partOf, w }: Said): readonly Rewrite[] {
  return [
    [words(w.dayAfter), 'the day after tomorrow'],
    [words(`(?:${w.tomorrow}) (${anyPart})`), (_a, said) => `tomorrow ${partOf(said)}`],
    [words(w.tonight), 'today in the evening'],
    [words(`(?:${w.today}) (${anyPart})`), (_a, said) => `today ${partOf(said)}`],
    [words(w.today), 'today'],
    [words(anyPart), (said) => partOf(said)],
    [words(w.tomorrow), 'tomorrow'],
  ];
}

function dates({ day1, t, w }: Said): readonly Rewrite[] {
  const { month: M, rank: R, unit: U, weekday: W } = t;
  return [
    [words(`(?:${w.nextWeek}),? (?:${w.on} )?(${W})`), (_a, name) => `${t.weekdayOf(name)} next week`],
    [
      words(`(?:${w.on} )?(${W}) (?:${w.of} )?(?:la )?(?:${w.nextWeek})`),
      (_a, name) => `${t.weekdayOf(name)} next week`,
    ],
    [
      words(
        `(?:(?:${w.on}) )?(?:${W}),? (?:(?:${w.on}) )?${day1} (?:${w.of} )?(${M})(?: (?:${w.of} )?(\\d{4}))?`,
      ),
      (_a, d, m, y) => onDate(d, t.monthOf(m), y),
    ],
    [
      words(`(?:(?:${w.on}) )?(?:${w.day} )?${day1} (?:${w.of} )?(${M})(?: (?:${w.of} )?(\\d{4}))?`),
      (_a, d, m, y) => onDate(d, t.monthOf(m), y),
    ],
    [
      words(`(?:(?:${w.on}) )?(${R}) (?:${w.of} )?(${M})`),
      (_a, d, m) => onDate(String(Number.parseInt(t.rankOf(d), 10)), t.monthOf(m)),
    ],
    [
      words(`(?:(?:${w.on}) )?(\\d{1,2})[/.-](\\d{1,2})(?:[/.-](\\d{4}|\\d{2}))?`),
      (_a, d, m, y) => onFigures(d, m, y),
    ],
    [words(`(?:(?:${w.on}|${w.next}) )*(${W})(?: (?:${w.next}))?`), (_a, name) => `on ${t.weekdayOf(name)}`],
    [
      words(`(?:${w.on}) (?:${w.day} )?${day1}(?! (?:${U}|${w.times}))`),
      (_a, d) => (Number(d) <= 31 ? `on the ${d}th` : undefined),
    ],
    [words(w.nextWeek), 'next week'],
    [words(w.nextMonth), 'next month'],
    [words(w.nextYear), 'next year'],
    [words(w.weekend), 'this weekend'],
    ...w.holidays.map(([source, english]): Rewrite => [words(source), english]),
  ];
}
