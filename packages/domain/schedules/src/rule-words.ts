import { readRule, type Rule, type RuleDay, type Weekday, weekdays } from './read-rule.ts';
import { readWall, wallText } from './wall-time.ts';

const dayNames: Readonly<Record<Weekday, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const monthNames =
  'January February March April May June July August September October November December'.split(' ');
const units: Readonly<Record<Rule['freq'], string>> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
};

/**
 * A rule in plain English, with its first wall time where that adds to it: `every Monday at 09:00`, `the last weekday of every month at
 * 17:00`. Null for a schedule that comes once. Throws `schedule.bad-rule`.
 */
export function ruleInWords(text: string | null, first: string): string | null {
  if (text === null) return null;
  const rule = readRule(text);
  const at = readWall(first) ?? 0;
  const parts = [rhythm(rule, at), clockTimes(rule, at), bySeconds(rule), ends(rule)];
  return parts.filter((part) => part !== '').join(' ');
}

function rhythm(rule: Rule, first: number): string {
  const { byDay, byMonth, byMonthDay, bySetPos, freq, interval } = rule;
  const every =
    interval === 1
      ? `every ${units[freq]}`
      : interval === 2
        ? `every other ${units[freq]}`
        : `every ${interval} ${units[freq]}s`;
  const months =
    byMonth.length === 0 ? '' : ` in ${joined(byMonth.map((month) => monthNames[month - 1] ?? ''))}`;
  const isPlain = byDay.every(({ nth }) => nth === undefined);
  const rest = [
    ...(rule.byWeekNo.length > 0 ? [`in week ${joined(rule.byWeekNo.map(String))}`] : []),
    ...(rule.byYearDay.length > 0 ? [`on day ${joined(rule.byYearDay.map(String))} of the year`] : []),
    ...(byMonthDay.length > 0 ? [`on ${dates(byMonthDay)}`] : []),
  ]
    .map((part) => ` ${part}`)
    .join('');
  if (bySetPos.length > 0) {
    const what = byDay.length > 0 && isPlain ? daySet(byDay, 'or') : joined(byDay.map(nthDay), 'or');
    return `the ${joined(bySetPos.map(ordinal))} ${what === '' ? 'time' : what} of ${every}${months}${rest}`;
  }
  if (byDay.length > 0 && !isPlain) return `the ${joined(byDay.map(nthDay))} of ${every}${months}${rest}`;
  if (freq === 'WEEKLY') {
    const days =
      byDay.length > 0 ? byDay : [{ day: weekdays[(new Date(first).getUTCDay() + 6) % 7] as Weekday }];
    return interval === 1 ? `every ${daySet(days, 'and')}${months}` : `${every}${onDays(days)}${months}`;
  }
  if (freq === 'DAILY' && interval === 1 && byDay.length > 0)
    return `every ${daySet(byDay, 'and')}${months}${rest}`;
  const namesDay = rest !== '' || byDay.length > 0;
  if (freq === 'MONTHLY' && !namesDay) return `${every}${months} on ${dates([new Date(first).getUTCDate()])}`;
  if (freq === 'YEARLY' && !namesDay) {
    const named = byMonth.length > 0 ? byMonth : [new Date(first).getUTCMonth() + 1];
    const day = new Date(first).getUTCDate();
    return `${every} on ${joined(named.map((month) => `${day} ${monthNames[month - 1] ?? ''}`))}`;
  }
  return `${every}${onDays(byDay)}${months}${rest}`;
}

/** The times of day; of an hourly rule its minutes. */
function clockTimes({ byHour, byMinute, freq }: Rule, first: number): string {
  const at = new Date(first);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (freq === 'MINUTELY' || freq === 'HOURLY') {
    const hours =
      byHour.length === 0 ? '' : `in the hour${byHour.length > 1 ? 's' : ''} ${joined(byHour.map(two))}`;
    const isSaid = freq === 'MINUTELY' ? byMinute.length > 0 : byMinute.length > 0 || at.getUTCMinutes() > 0;
    const minutes = byMinute.length > 0 ? byMinute : [at.getUTCMinutes()];
    return [hours, isSaid ? `at minute ${joined(minutes.map(two))}` : '']
      .filter((part) => part !== '')
      .join(' ');
  }
  const hours = byHour.length > 0 ? byHour : [at.getUTCHours()];
  const minutes = byMinute.length > 0 ? byMinute : [at.getUTCMinutes()];
  const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
  return times.length > 12 ? `at ${times.length} times of the day` : `at ${joined(times)}`;
}

function bySeconds({ bySecond }: Rule): string {
  return bySecond[0] === undefined || bySecond[0] === 0 ? '' : `and ${bySecond[0]} seconds`;
}

function ends({ count, until }: Rule): string {
  if (count !== undefined) return count === 1 ? 'once' : `${count} times`;
  if (until === undefined) return '';
  const [day = '', time = ''] = wallText(until.at).split('T');
  return `until ${day}${time === '23:59:59' ? '' : ` ${time.slice(0, 5)}${until.isInstant ? ' UTC' : ''}`}`;
}

function daySet(days: readonly RuleDay[], word: string): string {
  const has = new Set(days.map(({ day }) => day));
  const is = (names: string): boolean =>
    names.split(' ').every((day) => has.has(day as Weekday)) && has.size === names.split(' ').length;
  if (is('MO TU WE TH FR SA SU')) return 'day';
  if (is('MO TU WE TH FR')) return 'weekday';
  if (is('SA SU')) return word === 'or' ? 'day of the weekend' : 'Saturday and Sunday';
  return joined(
    weekdays.filter((day) => has.has(day)).map((day) => dayNames[day]),
    word,
  );
}

function onDays(days: readonly RuleDay[]): string {
  if (days.length === 0) return '';
  const named = daySet(days, 'and');
  return ` on ${named === 'weekday' || named === 'day' ? `${named}s` : named}`;
}

function nthDay({ day, nth }: RuleDay): string {
  return nth === undefined ? dayNames[day] : `${ordinal(nth)} ${dayNames[day]}`;
}

function dates(days: readonly number[]): string {
  return days.length === 1 && days[0] === -1 ? 'its last day' : `the ${joined(days.map(ordinal))}`;
}

function ordinal(nth: number): string {
  if (nth === -1) return 'last';
  const value = Math.abs(nth);
  const ending = value % 100 > 10 && value % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}${nth < 0 ? ' last' : ''}`;
}

function joined(words: readonly string[], word = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1) ?? ''}`;
}
