import type { SaidDay } from '../atom.ts';
import { dayMs } from '../civil.ts';
import { words } from '../rewrite.ts';

const fixed =
  (month: number, day: number) =>
  (year: number): number =>
    Date.UTC(year, month - 1, day);

/** The so many-th weekday of a month, the last where `nth` is -1. */
const nthWeekday =
  (month: number, weekday: number, nth: number) =>
  (year: number): number => {
    const first = Date.UTC(year, month - 1, 1);
    if (nth > 0) return first + (((weekday - new Date(first).getUTCDay() + 7) % 7) + 7 * (nth - 1)) * dayMs;
    const last = Date.UTC(year, month, 0);
    return last - ((new Date(last).getUTCDay() - weekday + 7) % 7) * dayMs;
  };

/** Easter Sunday of the Gregorian calendar, by Butcher's rule, and days around it. */
const easter =
  (shift = 0) =>
  (year: number): number => {
    const a = year % 19;
    const b = Math.floor(year / 100);
    const c = year % 100;
    const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
    const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
    const m = Math.floor((a + 11 * h + 22 * l) / 451);
    const at = h + l - 7 * m + 114;
    return Date.UTC(year, Math.floor(at / 31) - 1, (at % 31) + 1) + shift * dayMs;
  };

const named: readonly (readonly [source: string, of: (year: number) => number])[] = [
  ['christmas eve|xmas eve', fixed(12, 24)],
  ['boxing day', fixed(12, 26)],
  ['christmas(?: day)?|xmas(?: day)?', fixed(12, 25)],
  ["new year(?:['’]?s)? eve", fixed(12, 31)],
  ["new year(?:['’]?s)?(?: day)?(?! party| resolution)", fixed(1, 1)],
  ['easter monday', easter(1)],
  ['good friday', easter(-2)],
  ['palm sunday', easter(-7)],
  ['ash wednesday', easter(-46)],
  ['maundy thursday', easter(-3)],
  ['whit monday|pentecost monday', easter(50)],
  ['pentecost|whit sunday', easter(49)],
  ['ascension(?: day)?', easter(39)],
  ['easter(?: sunday)?', easter()],
  ['halloween', fixed(10, 31)],
  ["valentine(?:['’]?s)?(?: day)?", fixed(2, 14)],
  ["(?:saint|st\\.?) patrick(?:['’]?s)?(?: day)?", fixed(3, 17)],
  ["april fool(?:s|['’]s)?(?: day)?", fixed(4, 1)],
  ['(?:us |american )?independence day', fixed(7, 4)],
  ['veterans day', fixed(11, 11)],
  ['earth day', fixed(4, 22)],
  ['cinco de mayo', fixed(5, 5)],
  ["(?:international )?women['’]s day", fixed(3, 8)],
  ['juneteenth', fixed(6, 19)],
  ['groundhog day', fixed(2, 2)],
  ['(?:martin luther king(?: jr\\.?)?|mlk) day', nthWeekday(1, 1, 3)],
  ["president(?:s|['’]s|s['’]) day", nthWeekday(2, 1, 3)],
  ['columbus day', nthWeekday(10, 1, 2)],
  ['thanksgiving(?: day)?', nthWeekday(11, 4, 4)],
  ['black friday', (year) => nthWeekday(11, 4, 4)(year) + dayMs],
  ['labor day', nthWeekday(9, 1, 1)],
  ['memorial day', nthWeekday(5, 1, -1)],
  ["mother(?:['’]?s) day", nthWeekday(5, 0, 2)],
  ["father(?:['’]?s) day", nthWeekday(6, 0, 3)],
];

/** What is named in place of a date, with the year where one is said. */
export const holidays = named.map(([source, of]) => ({
  pattern: words(`(?:the )?(?:next |this |on )?(?:${source})(?: (?:of )?(\\d{4}))?`),
  dayOf: (year: string | undefined): SaidDay =>
    year === undefined ? { on: 'holiday', of } : { on: 'date', day: of(Number(year)) },
}));
