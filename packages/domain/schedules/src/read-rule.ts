import { SalienceError } from '@salience/errors';
import { boundsOf, listNames, type ListName } from './rule-parts.ts';

/** How often a rule counts. Up to DAILY it counts on the calendar of its zone, below that in elapsed time. */
export type Frequency = (typeof frequencies)[number];
const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY'] as const;

/** Two letters as RFC 5545 has them. */
export type Weekday = (typeof weekdays)[number];
/** Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** A weekday of a week, or with `nth` that of a month or year, from its end where negative. */
export interface RuleDay {
  readonly day: Weekday;
  readonly nth?: number;
}

/** An RRULE of RFC 5545, read. Empty lists are parts that the rule does not have. */
export interface Rule extends Readonly<Record<ListName, readonly number[]>> {
  readonly freq: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** The last moment: an instant where it was written with `Z`, else what the clock of the zone shows; epoch milliseconds. */
  readonly until?: { readonly at: number; readonly isInstant: boolean };
  readonly byDay: readonly RuleDay[];
  readonly weekStart: Weekday;
}

/** Limits of a rule: characters, COUNT, INTERVAL. */
const ruleLimits = { chars: 500, count: 1_000, interval: 1_000 } as const;

/**
 * Reads the value of an RRULE, with or without `RRULE:` before it. Throws `schedule.bad-rule`, whose message says what was expected: for a
 * part that it does not know, one that RFC 5545 does not allow with another, a rule that comes more often than once a minute, and one
 * beyond `ruleLimits`.
 */
export function readRule(text: string): Rule {
  if (text.length > ruleLimits.chars) throw bad(`at most ${ruleLimits.chars} characters, got ${text.length}`);
  const parts = partsOf(text.trim().replace(/^RRULE:/iu, ''));
  const freq = frequencyOf(parts);
  const lists = Object.fromEntries(
    listNames.map((name) => [name, numbersOf(parts, name)]),
  ) as unknown as Record<ListName, number[]>;
  const count = wholeOf(parts, 'COUNT', ruleLimits.count);
  const until = untilOf(parts);
  const rule: Rule = {
    freq,
    interval: wholeOf(parts, 'INTERVAL', ruleLimits.interval) ?? 1,
    ...(count === undefined ? {} : { count }),
    ...(until === undefined ? {} : { until }),
    ...lists,
    byDay: daysOf(parts),
    weekStart: weekStartOf(parts),
  };
  const [unknown] = parts.keys();
  if (unknown !== undefined) throw bad(`no part ${unknown.slice(0, 40)}${unknownHint(unknown)}`);
  refuseMixed(rule);
  return rule;
}

/** The error of a rule that is refused. */
export function bad(expected: string): SalienceError {
  return new SalienceError(
    'schedule.bad-rule',
    `Expected a rule such as FREQ=WEEKLY;BYDAY=MO (RFC 5545): ${expected}.`,
  );
}

type Parts = Map<string, string>;

function partsOf(text: string): Parts {
  const parts: Parts = new Map();
  for (const part of text.replace(/;$/u, '').split(';')) {
    const [, name, value] = /^([A-Za-z-]+)=([^=]+)$/u.exec(part.trim()) ?? [];
    if (name === undefined || value === undefined)
      throw bad(`parts as NAME=VALUE with ";" between them, got "${part.slice(0, 40)}"`);
    const key = name.toUpperCase();
    if (parts.has(key)) throw bad(`${key} once`);
    parts.set(key, value.trim().toUpperCase());
  }
  return parts;
}

/** Reads a part and takes it out: what is left over is unknown. */
function take(parts: Parts, name: string): string | undefined {
  const value = parts.get(name);
  parts.delete(name);
  return value;
}

function frequencyOf(parts: Parts): Frequency {
  const freq = take(parts, 'FREQ');
  if (freq === 'SECONDLY')
    throw bad('a FREQ of MINUTELY or longer: nothing comes more often than once a minute');
  const known = frequencies.find((one) => one === freq);
  if (known === undefined)
    throw bad(`FREQ to be one of ${frequencies.join(', ')}, got ${freq?.slice(0, 40) ?? 'none'}`);
  return known;
}

function wholeOf(parts: Parts, name: string, max: number): number | undefined {
  const value = take(parts, name);
  if (value === undefined) return undefined;
  const whole = /^\d{1,10}$/u.test(value) ? Number(value) : 0;
  if (whole < 1 || whole > max) {
    const hint = name === 'COUNT' ? '; for more use UNTIL' : '';
    throw bad(`${name} to be a whole number from 1 to ${max}, got ${value.slice(0, 40)}${hint}`);
  }
  return whole;
}

function numbersOf(parts: Parts, name: ListName): number[] {
  const value = take(parts, name.toUpperCase());
  if (value === undefined) return [];
  const { max, negative } = boundsOf[name];
  const min = negative ? -max : boundsOf[name].min;
  const numbers = value.split(',').map((one) => {
    const number = /^[+-]?\d{1,3}$/u.test(one) ? Number(one) : Number.NaN;
    if (!(number >= min && number <= max) || (negative && number === 0))
      throw bad(
        `${name.toUpperCase()} to list numbers from ${min} to ${max}${negative ? ' without 0' : ''}, got ${one.slice(0, 40)}`,
      );
    return number;
  });
  return [...new Set(numbers)].toSorted((a, b) => a - b);
}

function daysOf(parts: Parts): RuleDay[] {
  const value = take(parts, 'BYDAY');
  if (value === undefined) return [];
  const days = new Map<string, RuleDay>();
  for (const one of value.split(',')) {
    const [, nth, name] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/u.exec(one) ?? [];
    const day = weekdays.find((known) => known === name);
    if (day === undefined || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53)))
      throw bad(`BYDAY to list days such as MO,TU or 1MO,-1FR, got ${one.slice(0, 40)}`);
    days.set(
      `${nth === undefined ? '' : Number(nth)}${day}`,
      nth === undefined ? { day } : { day, nth: Number(nth) },
    );
  }
  return [...days.values()];
}

function weekStartOf(parts: Parts): Weekday {
  const value = take(parts, 'WKST') ?? 'MO';
  const day = weekdays.find((known) => known === value);
  if (day === undefined) throw bad(`WKST to be a day such as MO, got ${value.slice(0, 40)}`);
  return day;
}

const untilForm = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/u;

function untilOf(parts: Parts): Rule['until'] {
  const value = take(parts, 'UNTIL');
  if (value === undefined) return undefined;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', z] =
    untilForm.exec(value) ?? [];
  // A day alone is meant to its end.
  const time = hour === '' ? '23:59:59' : `${hour}:${minute}:${second}`;
  const at = Date.parse(`${year}-${month}-${day}T${time}Z`);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(8, 10) !== day)
    throw bad(`UNTIL as 20300131, 20300131T090000 (local) or 20300131T080000Z, got ${value.slice(0, 40)}`);
  return { at, isInstant: z !== undefined };
}

function unknownHint(name: string): string {
  if (/^(?:DTSTART|RDATE|EXDATE|EXRULE)/u.test(name))
    return '; the start is given beside the rule, and single days cannot be added or left out';
  return name === 'BYEASTER' ? '; it is not part of RFC 5545' : '';
}

/** What RFC 5545 does not allow together, and what has no meaning in elapsed time. */
function refuseMixed(rule: Rule): void {
  const { byDay, byMonthDay, bySecond, bySetPos, byWeekNo, byYearDay, freq } = rule;
  if (rule.count !== undefined && rule.until !== undefined) throw bad('COUNT or UNTIL, not both');
  if (bySecond.length > 1) throw bad('one BYSECOND at most: nothing comes more often than once a minute');
  const inElapsed = freq === 'HOURLY' || freq === 'MINUTELY';
  if (byWeekNo.length > 0 && freq !== 'YEARLY') throw bad('BYWEEKNO with FREQ=YEARLY only');
  if (byYearDay.length > 0 && (freq === 'DAILY' || freq === 'WEEKLY' || freq === 'MONTHLY'))
    throw bad(`no BYYEARDAY with FREQ=${freq}`);
  if (byMonthDay.length > 0 && freq === 'WEEKLY') throw bad('no BYMONTHDAY with FREQ=WEEKLY');
  if (bySetPos.length > 0 && inElapsed) throw bad(`no BYSETPOS with FREQ=${freq}`);
  const others = [rule.byMonth, byWeekNo, byYearDay, byMonthDay, byDay, rule.byHour, rule.byMinute];
  if (bySetPos.length > 0 && others.every((list) => list.length === 0))
    throw bad('BYSETPOS beside another part such as BYDAY');
  const isNth = byDay.some(({ nth }) => nth !== undefined);
  if (isNth && freq !== 'MONTHLY' && freq !== 'YEARLY') throw bad(`BYDAY without numbers with FREQ=${freq}`);
  if (isNth && byWeekNo.length > 0) throw bad('BYDAY without numbers beside BYWEEKNO');
}
