import { type Rule, type RuleDay, type Weekday, weekdays } from './read-rule.ts';
import type { Wall } from './wall-time.ts';

const dayMs = 86_400_000;

/**
 * The wall times of a rule of days or longer, in order, from the first that lies at or after `from`; none before `first`. COUNT and UNTIL are
 * not applied. It ends after `horizonMs` behind `from`, or when the caller stops. What the first time implies (its day, its hour) is
 * written out, so a rule can be entered anywhere and a step costs the same however long it has run.
 */
export function* calendarWalls(rule: Rule, first: Wall, from: Wall, horizonMs: number): Generator<Wall> {
  const least = Math.max(first, from);
  const most = least + horizonMs;
  const whole = withImplied(rule, first);
  const periods = periodsOf(rule, first);
  for (let n = periods.at(least); periods.start(n) <= most; n += rule.interval)
    for (const wall of wallsOf(whole, periods.start(n), periods.start(n + 1)))
      if (wall >= least && wall <= most) yield wall;
}

/** Years, months, weeks or days, numbered from the one that a rule begins in. */
interface Periods {
  start(n: number): Wall;
  /** The number of the rule's period that lies one before `wall`, or that of the first. */
  at(wall: Wall): number;
}

function periodsOf({ freq, interval, weekStart }: Rule, first: Wall): Periods {
  const from = new Date(first);
  const at =
    (since: (to: Date) => number) =>
    (wall: Wall): number =>
      Math.max(0, Math.floor(since(new Date(wall)) / interval) - 1) * interval;
  const year = from.getUTCFullYear();
  if (freq === 'YEARLY')
    return { start: (n) => Date.UTC(year + n, 0, 1), at: at((to) => to.getUTCFullYear() - year) };
  const month = from.getUTCMonth();
  if (freq === 'MONTHLY')
    return {
      start: (n) => Date.UTC(year, month + n, 1),
      at: at((to) => (to.getUTCFullYear() - year) * 12 + to.getUTCMonth() - month),
    };
  const isWeekly = freq === 'WEEKLY';
  const length = isWeekly ? 7 * dayMs : dayMs;
  const day = Math.floor(first / dayMs) * dayMs;
  const begins = isWeekly ? startOfWeek(day, weekStart) : day;
  return { start: (n) => begins + n * length, at: at((to) => Math.floor((to.getTime() - begins) / length)) };
}

/** The wall times of one period, in order. */
function wallsOf(rule: Rule, start: Wall, end: Wall): Wall[] {
  const walls: Wall[] = [];
  for (let day = start; day < end; day += dayMs)
    if (fitsDay(rule, day))
      for (const hour of rule.byHour)
        for (const minute of rule.byMinute)
          walls.push(day + ((hour * 60 + minute) * 60 + (rule.bySecond[0] ?? 0)) * 1_000);
  if (rule.bySetPos.length === 0) return walls;
  return walls.filter((_, n) => rule.bySetPos.includes(n + 1) || rule.bySetPos.includes(n - walls.length));
}

/** True if a day, given by its midnight, is one of the rule's. */
export function fitsDay(rule: Rule, day: Wall): boolean {
  const at = new Date(day);
  const year = at.getUTCFullYear();
  const month = at.getUTCMonth();
  if (!fits(rule.byMonth, month + 1)) return false;
  if (
    !fits(rule.byMonthDay, at.getUTCDate(), lengthOf(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)))
  )
    return false;
  const newYear = Date.UTC(year, 0, 1);
  const dayOfYear = Math.floor((day - newYear) / dayMs) + 1;
  if (!fits(rule.byYearDay, dayOfYear, lengthOf(newYear, Date.UTC(year + 1, 0, 1)))) return false;
  if (rule.byWeekNo.length > 0 && !fits(rule.byWeekNo, ...weekOf(day, rule.weekStart))) return false;
  return rule.byDay.length === 0 || rule.byDay.some((one) => isDay(one, rule, day));
}

/** A weekday counts within its month, or within the year of a yearly rule that names no month. */
function isDay({ day: name, nth }: RuleDay, { byMonth, freq }: Rule, day: Wall): boolean {
  if (weekdays[weekdayOf(day)] !== name) return false;
  if (nth === undefined) return true;
  const at = new Date(day);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const ofYear = freq === 'YEARLY' && byMonth.length === 0;
  const begins = ofYear ? Date.UTC(year, 0, 1) : Date.UTC(year, month, 1);
  const ends = ofYear ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month + 1, 1);
  const before = Math.floor((day - begins) / dayMs);
  const behind = lengthOf(day, ends) - 1;
  return nth > 0 ? Math.floor(before / 7) + 1 === nth : -Math.floor(behind / 7) - 1 === nth;
}

/** The number of a day's week, and how many weeks its year has: the first week has four days of the year. */
function weekOf(day: Wall, weekStart: Weekday): [week: number, weeks: number] {
  const week = startOfWeek(day, weekStart);
  const year = new Date(week + 3 * dayMs).getUTCFullYear();
  const firstWeek = (of: number): Wall => startOfWeek(Date.UTC(of, 0, 4), weekStart);
  const weeks = (until: Wall): number => Math.round((until - firstWeek(year)) / (7 * dayMs));
  return [weeks(week) + 1, weeks(firstWeek(year + 1))];
}

/** The rule with the parts that its first time implies. */
function withImplied(rule: Rule, first: Wall): Rule {
  const at = new Date(first);
  const lists = { ...rule };
  const namesDay = [rule.byYearDay, rule.byMonthDay, rule.byDay].some((list) => list.length > 0);
  if (!namesDay && (rule.freq === 'WEEKLY' || rule.byWeekNo.length > 0))
    lists.byDay = [{ day: weekdays[weekdayOf(first)] ?? 'MO' }];
  else if (!namesDay && (rule.freq === 'MONTHLY' || rule.freq === 'YEARLY')) {
    lists.byMonthDay = [at.getUTCDate()];
    if (rule.freq === 'YEARLY' && rule.byMonth.length === 0) lists.byMonth = [at.getUTCMonth() + 1];
  }
  if (rule.byHour.length === 0) lists.byHour = [at.getUTCHours()];
  if (rule.byMinute.length === 0) lists.byMinute = [at.getUTCMinutes()];
  if (rule.bySecond.length === 0) lists.bySecond = [at.getUTCSeconds()];
  return lists;
}

/** True if a list is empty or has a number, counted from the start or, with `length`, from the end. */
export function fits(list: readonly number[], value: number, length?: number): boolean {
  return (
    list.length === 0 || list.includes(value) || (length !== undefined && list.includes(value - length - 1))
  );
}

/** 0 for Monday. */
function weekdayOf(wall: Wall): number {
  return (new Date(wall).getUTCDay() + 6) % 7;
}

function startOfWeek(day: Wall, weekStart: Weekday): Wall {
  const midnight = Math.floor(day / dayMs) * dayMs;
  return midnight - ((weekdayOf(day) - weekdays.indexOf(weekStart) + 7) % 7) * dayMs;
}

function lengthOf(from: Wall, to: Wall): number {
  return Math.round((to - from) / dayMs);
}
