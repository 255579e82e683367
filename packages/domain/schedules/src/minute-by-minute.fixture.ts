// The slots of a rule, found without any of the code under test: every minute of a year is looked at, on the clock of the zone.

/** A rule as a question to each minute of a wall clock. */
export interface Question {
  readonly text: string;
  readonly first: string;
  readonly fits: (at: Date, first: Date) => boolean;
}

const dayMs = 86_400_000;
const day = (at: Date): number => Math.floor(at.getTime() / dayMs);
const weekday = (at: Date): number => (at.getUTCDay() + 6) % 7;
const week = (at: Date): number => Math.floor((day(at) + 3) / 7);
const month = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
const daysOf = (at: Date): number =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
const isTime = (at: Date, time: string): boolean =>
  at.getUTCHours() * 60 + at.getUTCMinutes() === Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What people ask for. */
export const questions: readonly Question[] = [
  { text: 'FREQ=DAILY', first: '2026-01-05T02:30', fits: (at) => isTime(at, '02:30') },
  {
    text: 'FREQ=DAILY;BYHOUR=0,1,2,3;BYMINUTE=0,30',
    first: '2026-01-05T00:00',
    fits: (at) => at.getUTCHours() < 4 && at.getUTCMinutes() % 30 === 0,
  },
  {
    text: 'FREQ=DAILY;INTERVAL=3',
    first: '2026-01-05T09:00',
    fits: (at, first) => isTime(at, '09:00') && (day(at) - day(first)) % 3 === 0,
  },
  {
    text: 'FREQ=WEEKLY;BYDAY=MO,SU',
    first: '2026-01-05T01:15',
    fits: (at) => isTime(at, '01:15') && [0, 6].includes(weekday(at)),
  },
  {
    text: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;BYHOUR=2',
    first: '2026-01-07T02:45',
    fits: (at, first) =>
      isTime(at, '02:45') && [1, 6].includes(weekday(at)) && (week(at) - week(first)) % 2 === 0,
  },
  {
    text: 'FREQ=MONTHLY',
    first: '2026-01-31T12:00',
    fits: (at) => isTime(at, '12:00') && at.getUTCDate() === 31,
  },
  {
    text: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    first: '2026-01-05T23:59',
    fits: (at) => isTime(at, '23:59') && at.getUTCDate() === daysOf(at),
  },
  {
    text: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    first: '2026-01-05T17:00',
    fits: (at) => {
      const left = daysOf(at) - at.getUTCDate();
      return isTime(at, '17:00') && weekday(at) < 5 && (left === 0 || (weekday(at) === 4 && left < 3));
    },
  },
  {
    text: 'FREQ=MONTHLY;BYDAY=2TU,-1SU',
    first: '2026-01-05T02:00',
    fits: (at) =>
      isTime(at, '02:00') &&
      ((weekday(at) === 1 && Math.ceil(at.getUTCDate() / 7) === 2) ||
        (weekday(at) === 6 && at.getUTCDate() + 7 > daysOf(at))),
  },
  {
    text: 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=29',
    first: '2025-12-05T02:15',
    fits: (at, first) =>
      isTime(at, '02:15') && at.getUTCDate() === 29 && (month(at) - month(first)) % 2 === 0,
  },
  {
    text: 'FREQ=YEARLY;BYMONTH=3,10;BYDAY=SU',
    first: '2026-01-05T02:30',
    fits: (at) => isTime(at, '02:30') && weekday(at) === 6 && [2, 9].includes(at.getUTCMonth()),
  },
  {
    text: 'FREQ=YEARLY',
    first: '2020-03-29T02:30',
    fits: (at) => isTime(at, '02:30') && at.getUTCMonth() === 2 && at.getUTCDate() === 29,
  },
  {
    text: 'FREQ=DAILY;UNTIL=20260410T120000',
    first: '2026-01-05T12:00',
    fits: (at) => isTime(at, '12:00') && at.getTime() <= Date.UTC(2026, 3, 10, 12),
  },
  {
    text: 'FREQ=DAILY;UNTIL=20260410',
    first: '2026-01-05T12:00',
    fits: (at) => isTime(at, '12:00') && at.getTime() < Date.UTC(2026, 3, 11),
  },
];

/**
 * The wall minutes that a zone's clock shows from `from` to `to` (epoch milliseconds, whole minutes), each with the instant that it means: when it
 * is shown first; one that was skipped is as much later as the clock jumped. The clock is read at each quarter of an hour, when it may be put.
 */
export function minutesOf(
  zone: string,
  from: number,
  to: number,
): readonly (readonly [at: number, wall: Date])[] {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const wallAt = (at: number): number => Date.parse(`${clock.format(at).replace(' ', 'T')}:00Z`);
  const minutes: [number, Date][] = [];
  let highest = wallAt(from) - 60_000;
  let offset = 0;
  for (let at = from; at < to; at += 60_000) {
    if ((at / 60_000) % 15 === 0 || at === from) offset = wallAt(at) - at;
    const wall = at + offset;
    const jump = Math.max(0, wall - (highest + 60_000));
    for (let skipped = highest + 60_000; skipped < wall; skipped += 60_000)
      minutes.push([at + (skipped + jump - wall), new Date(skipped)]);
    if (wall > highest) minutes.push([at, new Date(wall)]);
    highest = Math.max(highest, wall);
  }
  return minutes;
}

/** The instants among those minutes that a question means, in order, each once. */
export function minuteByMinute(
  { first, fits }: Question,
  minutes: ReturnType<typeof minutesOf>,
  to: number,
): number[] {
  const begins = new Date(`${first}:00Z`);
  const found = new Set<number>();
  for (const [at, wall] of minutes) if (at < to && wall >= begins && fits(wall, begins)) found.add(at);
  return [...found].toSorted((a, b) => a - b);
}
