import { dayMs, dayOf, midnight } from './civil.ts';

export type Frequency = 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A day of the week, with its place in the month where it has one: the last Friday is [-1, 5]. Sunday is 0. */
export interface RuleDay {
  readonly nth?: number;
  readonly weekday: number;
}

/** A recurrence by the words of RFC 5545. Months count from 1, times are after midnight in milliseconds. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly months?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly days?: readonly RuleDay[];
  readonly position?: number;
  readonly times?: readonly number[];
  readonly count?: number;
  /** An instant, epoch milliseconds. */
  readonly until?: number;
}

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** Monday to Friday. */
export const workdays: readonly RuleDay[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday }));

/** The text of a rule: `FREQ=WEEKLY;INTERVAL=2;BYDAY=FR`. */
export function ruleText(rule: Rule): string {
  const parts: [string, string | undefined][] = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? undefined : String(rule.interval)],
    ['BYMONTH', rule.months?.join()],
    ['BYMONTHDAY', rule.monthDays?.join()],
    ['BYDAY', rule.days?.map(({ nth, weekday }) => `${nth ?? ''}${names[weekday] ?? ''}`).join()],
    [
      'BYHOUR',
      severalTimes(rule)
        ?.map((time) => Math.floor(time / 3_600_000))
        .join(),
    ],
    ['BYMINUTE', severalTimes(rule) && String(minuteOf(rule.times?.[0] ?? 0))],
    ['BYSETPOS', rule.position === undefined ? undefined : String(rule.position)],
    ['COUNT', rule.count === undefined ? undefined : String(rule.count)],
    ['UNTIL', rule.until === undefined ? undefined : untilText(rule.until)],
  ];
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join(';');
}

/** A rule has hours of its own only where the first time does not say it. */
function severalTimes({ times }: Rule): readonly number[] | undefined {
  return times !== undefined && times.length > 1 ? times : undefined;
}

/** The minute of an hour. */
export function minuteOf(time: number): number {
  return Math.floor(time / 60_000) % 60;
}

function untilText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Days looked through for the first that fits: the 29th of February comes after eight years at the latest. */
const daysMax = 366 * 9;

/** The first day from `start` on that fits a rule of days; undefined where none does. */
export function firstDay(rule: Rule, start: number): number | undefined {
  const from = midnight(start);
  for (let n = 0; n < daysMax; n += 1) {
    const day = from + n * dayMs;
    if (fits(rule, day)) return day;
  }
  return undefined;
}

function fits(rule: Rule, day: number): boolean {
  const date = new Date(day);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (rule.months !== undefined && !rule.months.includes(month + 1)) return false;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  if (
    rule.monthDays !== undefined &&
    !rule.monthDays.some((wanted) => dayOfMonth === (wanted < 0 ? last + 1 + wanted : wanted))
  )
    return false;
  if (rule.position !== undefined) {
    const inMonth = Array.from({ length: last }, (_, n) => dayOf(year, month, n + 1) ?? 0).filter((one) =>
      isOn(rule, one, last),
    );
    return inMonth.at(rule.position < 0 ? rule.position : rule.position - 1) === day;
  }
  return isOn(rule, day, last);
}

function isOn({ days }: Rule, day: number, last: number): boolean {
  if (days === undefined) return true;
  const date = new Date(day);
  const nth = Math.ceil(date.getUTCDate() / 7);
  const fromEnd = -Math.ceil((last - date.getUTCDate() + 1) / 7);
  return days.some(
    (wanted) =>
      wanted.weekday === date.getUTCDay() &&
      (wanted.nth === undefined || wanted.nth === nth || wanted.nth === fromEnd),
  );
}
