import { localDay, localTime, monthNames, weekdayNames } from '@salience/language';

/** Formats times for a prompt: in the speaker's zone, relative to the message. */
export interface Times {
  /** Weekday, day, time and zone of the message. */
  readonly now: string;
  /** The day of an ISO 8601 instant: `today`, `yesterday`, `Tue 17 Nov`, `3 Mar`, `3 Mar 2025`. Empty for what is no instant. */
  day(at: string): string;
  /** The same with the time of day, which is all that is said of today: `17:04`, `tomorrow 09:00`. */
  moment(at: string): string;
  /** The day alone of what begins with the day, else the moment. */
  dayOrMoment(at: string): string;
}

const short = (name: string): string => name.slice(0, 3);
const months = monthNames.en.map(short);
const weekdays = weekdayNames.en.map(short);
const dayMs = 86_400_000;
const near: Readonly<Record<string, string>> = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' };

/** Times as they look from `now`, an ISO 8601 instant. */
export function timesFrom(now: string, zone: string | undefined): Times {
  const today = localDay(now, zone);
  const day = (at: string): string => dayName(localDay(at, zone), today);
  const clock = (at: string): string | undefined => / (\d\d:\d\d) /.exec(localTime(at, zone))?.[1];
  const moment = (at: string): string => {
    const name = day(at);
    const time = clock(at);
    if (name === '' || time === undefined) return '';
    return name === 'today' ? time : `${name} ${time}`;
  };
  return {
    now: localTime(now, zone),
    day,
    moment,
    dayOrMoment: (at) => (clock(at) === '00:00' ? day(at) : moment(at)),
  };
}

/** A day, `2026-11-22`, as it is called on another. */
function dayName(day: string, today: string): string {
  const [year, month, date] = partsOf(day);
  const days = (dayNumber(day) - dayNumber(today)) / dayMs;
  const named = near[String(days)];
  if (named !== undefined) return named;
  const name = `${date} ${months[month - 1] ?? ''}`;
  if (Number.isNaN(dayNumber(day))) return '';
  // Within a week the weekday is how people speak of it.
  if (Math.abs(days) < 7) return `${weekdays[new Date(dayNumber(day)).getUTCDay()] ?? ''} ${name}`;
  return year === partsOf(today)[0] ? name : `${name} ${year}`;
}

function dayNumber(day: string): number {
  const [year, month, date] = partsOf(day);
  return Date.UTC(year, month - 1, date);
}

function partsOf(day: string): [number, number, number] {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return [Number(year), Number(month), Number(date)];
}
