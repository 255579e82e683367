import { instantOfWall, wallClock } from '../clock/wall-clock.ts';
import { timeTables } from './time-tables.ts';
import type { Around, TimeTable, TimeUnit } from './time-table.ts';

/** A stretch of time that a text speaks of: from (included) to (excluded), in epoch milliseconds UTC. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Which one a date without a year, or a weekday, is: the latest that has begun, the next, or the nearest. */
export type Direction = 'ahead' | 'back' | 'near';

/** A time that words name, before anybody knows when they were said. */
export interface FoundTime {
  /** Where its words stand in the text, from and to (excluded). */
  readonly at: number;
  readonly end: number;
  /**
   * `last` ("last week", "yesterday"), `ago` (a count of units) and `next` say so themselves, `now` is what holds the moment,
   * `fixed` names its year, `open` leaves it to whoever reads.
   */
  readonly kind: 'ago' | 'fixed' | 'last' | 'next' | 'now' | 'open';
  /** In milliseconds of the clock on the wall, as are those of the span. */
  readonly spanOf: (wall: number, direction: Direction) => TimeSpan;
}

const dayMs = 86_400_000;
/** Nobody says when something was behind so many characters. */
const charsMax = 2_000;

/** The first time that a text in one language names; dates go before units and weekdays. The text is in lower case. */
export function findTime(lower: string, table: TimeTable): FoundTime | undefined {
  const text = lower.slice(0, charsMax);
  const { any, readers } = readersOf(table);
  if (!any.test(text)) return undefined;
  for (const { pattern, read } of readers) {
    const match = pattern.exec(text);
    const found = match === null ? undefined : read(match.slice(1));
    if (match !== null && found !== undefined)
      return { ...found, at: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

/** The same in the language that the text is in; where its words do not say, in that which reads most of it as a time. */
export function findTimeInAny(
  lower: string,
): { readonly time: FoundTime; readonly table: TimeTable } | undefined {
  return likelyTables(lower)
    .flatMap((table) => {
      const time = findTime(lower, table);
      return time === undefined ? [] : [{ table, time }];
    })
    .toSorted((a, b) => b.time.end - b.time.at - (a.time.end - a.time.at))[0];
}

/** The languages that most words of a text belong to; all of them where no word tells. The text is in lower case. */
export function likelyTables(lower: string): readonly TimeTable[] {
  const words = lower.slice(0, charsMax).match(/[\p{L}\p{N}]+/gu) ?? [];
  const scores = timeTables.map(({ tense }) => words.filter((word) => tense.marks.has(word)).length);
  const most = Math.max(...scores);
  return timeTables.filter((_, at) => scores[at] === most);
}

/** When a found time is, seen from an instant (epoch milliseconds) in a zone. */
export function spanAt(found: FoundTime, now: number, zone: string, direction: Direction): TimeSpan {
  const span = found.spanOf(wallClock(now, zone), direction);
  return { from: instantOfWall(span.from, zone), to: instantOfWall(span.to, zone) };
}

type Read = Omit<FoundTime, 'at' | 'end'>;
type Groups = readonly (string | undefined)[];

interface Reader {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => Read | undefined;
}

interface Readers {
  /** Matches wherever one of the readers can. */
  readonly any: RegExp;
  readonly readers: readonly Reader[];
}

const made = new Map<string, Readers>();

function readersOf(table: TimeTable): Readers {
  const known = made.get(table.code);
  if (known !== undefined) return known;
  const { named, months, units, weekdays } = table;
  const words = [
    ...months,
    ...weekdays,
    ...unitNames.map((unit) => units[unit]),
    ...named.map(([source]) => source),
  ];
  const readers = {
    any: whole(['\\d+', ...words].join('|')),
    readers: [...dateReaders(table), ...countReaders(table), ...unitReaders(table), ...weekdayReaders(table)],
  };
  made.set(table.code, readers);
  return readers;
}

/** Whole words only: letters and figures of any script bound them. */
function whole(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u');
}

/** One group each, so that which of them matched is its place. */
function grouped(sources: readonly string[]): string {
  return `(?:${sources.map((source) => `(${source})`).join('|')})`;
}

function placeOf(groups: Groups): number {
  return groups.findIndex((group) => group !== undefined);
}

/** A thing that words before or after it tell from others. */
function sided(around: Around, thing: string, read: (groups: Groups) => Read | undefined): Reader[] {
  return [
    ...(around.before === '' ? [] : [{ pattern: whole(`(?:${around.before})\\s+${thing}`), read }]),
    ...(around.after === '' ? [] : [{ pattern: whole(`${thing}\\s+(?:${around.after})`), read }]),
  ];
}

function dateReaders(table: TimeTable): Reader[] {
  const month = `(${table.months.map((name) => `(?:${name})`).join('|')})`;
  const whole12 = table.months.map((name) => new RegExp(`^(?:${name})$`, 'u'));
  const indexOf = (name = ''): number => whole12.findIndex((one) => one.test(name));
  const after = (words: string): string => `(?<=(?<![\\p{L}\\p{N}])(?:${words})\\s*)`;
  return [
    {
      pattern: whole('(\\d{4})-(\\d{2})-(\\d{2})'),
      read: ([year, which, day]) => dated(year, Number(which) - 1, Number(day)),
    },
    {
      pattern: whole(`(\\d{1,2})${table.afterDay}${month}\\.?(?:${table.beforeYear}(\\d{4}))?`),
      read: ([day, name, year]) => dated(year, indexOf(name), Number(day)),
    },
    ...(table.monthFirst
      ? [
          {
            pattern: whole(`${month}\\.?\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?:\\s*,?\\s*(\\d{4}))?`),
            read: ([name, day, year]: Groups) => dated(year, indexOf(name), Number(day)),
          },
        ]
      : []),
    ...(table.figures === ''
      ? []
      : [
          {
            pattern: whole(table.figures),
            read: ([day, which, year]: Groups) => dated(year, Number(which) - 1, Number(day)),
          },
        ]),
    {
      pattern: whole(`${month}\\.?${table.beforeYear}(\\d{4})`),
      read: ([name, year]) => monthly(indexOf(name), Number(year)),
    },
    ...sided(table.last, month, ([name]) => monthly(indexOf(name), 'last')),
    ...sided(table.next, month, ([name]) => monthly(indexOf(name), 'next')),
    { pattern: whole(`${after(table.monthAfter)}${month}`), read: ([name]) => monthly(indexOf(name)) },
    {
      pattern: whole(`(?!(?:${table.doubtful})(?![\\p{L}\\p{N}]))${month}`),
      read: ([name]) => monthly(indexOf(name)),
    },
    {
      pattern: whole(`${after(table.yearAfter)}((?:19|20)\\d{2})`),
      read: ([year]) => fixed(yearSpan(Number(year))),
    },
    // A number alone may be anything: it leaves to its clause whether it is a year.
    ...(table.yearAlone
      ? [
          {
            pattern: whole('((?:19|20)\\d{2})'),
            read: ([year]: Groups): Read => ({ kind: 'open', spanOf: () => yearSpan(Number(year)) }),
          },
        ]
      : []),
  ];
}

const unitNames: readonly TimeUnit[] = ['weekend', 'week', 'day', 'month', 'year'];

function countReaders(table: TimeTable): Reader[] {
  const count = `(\\d{1,3}|${Object.keys(table.counts).join('|')})`;
  const thing = `${count}\\s+${grouped(unitNames.map((unit) => table.units[unit]))}`;
  const numberOf = (word = ''): number => table.counts[word] ?? Number(word);
  const unitOf = (groups: Groups): TimeUnit => unitNames[placeOf(groups)] ?? 'day';
  return [
    ...sided(table.ago, thing, ([word, ...units]) => counted(-numberOf(word), unitOf(units), 'ago')),
    ...sided(table.within, thing, ([word, ...units]) => counted(numberOf(word), unitOf(units), 'next')),
  ];
}

function unitReaders(table: TimeTable): Reader[] {
  const thing = grouped(unitNames.map((unit) => table.units[unit]));
  const unitOf = (groups: Groups): TimeUnit => unitNames[placeOf(groups)] ?? 'day';
  return [
    ...table.named.map(([source, days]): Reader => {
      const kind = days < 0 ? 'last' : days > 0 ? 'next' : 'now';
      return {
        pattern: whole(source),
        read: () => ({ kind, spanOf: (wall) => daySpan(dayOf(wall) + days * dayMs) }),
      };
    }),
    ...sided(table.last, thing, (groups) => calendar(unitOf(groups), -1)),
    ...sided(table.next, thing, (groups) => calendar(unitOf(groups), 1)),
    ...sided(table.current, thing, (groups) => calendar(unitOf(groups), 0)),
  ];
}

function weekdayReaders(table: TimeTable): Reader[] {
  const thing = grouped(table.weekdays);
  return [
    ...sided(table.last, thing, (groups) => onWeekday(placeOf(groups), 'last')),
    ...sided(table.next, thing, (groups) => onWeekday(placeOf(groups), 'next')),
    ...sided(table.current, thing, (groups) => onWeekday(placeOf(groups), 'open', true)),
    { pattern: whole(thing), read: (groups) => onWeekday(placeOf(groups), 'open') },
  ];
}

/** Undefined for what no year has: the 31st of June. */
function dated(year: string | undefined, month: number, day: number): Read | undefined {
  if (month < 0 || month > 11 || day < 1 || day > new Date(Date.UTC(2024, month + 1, 0)).getUTCDate())
    return undefined;
  const of = (own: number): TimeSpan => daySpan(Date.UTC(own, month, day));
  if (year !== undefined) return fixed(of(Number(year)));
  return { kind: 'open', spanOf: (wall, direction) => yearly(of, wall, direction) };
}

function monthly(month: number, which?: number | 'last' | 'next'): Read | undefined {
  if (month < 0) return undefined;
  const of = (year: number): TimeSpan => ({ from: Date.UTC(year, month), to: Date.UTC(year, month + 1) });
  if (typeof which === 'number') return fixed(of(which));
  if (which === undefined) return { kind: 'open', spanOf: (wall, direction) => yearly(of, wall, direction) };
  // The last May, said in May, is that of the year before, and the next that of the year after.
  return {
    kind: which,
    spanOf: (wall) => {
      const year = new Date(wall).getUTCFullYear();
      if (which === 'last') return of(year).to <= wall ? of(year) : of(year - 1);
      return of(year).from > wall ? of(year) : of(year + 1);
    },
  };
}

/** One of the yearly occurrences of a date. */
function yearly(of: (year: number) => TimeSpan, wall: number, direction: Direction): TimeSpan {
  const year = new Date(wall).getUTCFullYear();
  const [before, own, after] = [of(year - 1), of(year), of(year + 1)];
  if (direction === 'back') return own.from <= wall ? own : before;
  if (direction === 'ahead') return own.to > wall ? own : after;
  return [own, before, after].reduce((best, one) => (away(one, wall) < away(best, wall) ? one : best));
}

function away({ from, to }: TimeSpan, wall: number): number {
  return Math.max(0, from - wall, wall - to);
}

/** `thisWeek`: "this Monday", which is behind us on a Wednesday and today on a Monday. */
function onWeekday(weekday: number, kind: 'last' | 'next' | 'open', thisWeek = false): Read {
  return {
    kind,
    spanOf: (wall, direction) => {
      const today = dayOf(wall);
      const since = (new Date(today).getUTCDay() - weekday + 7) % 7;
      const back = kind === 'last' || (kind === 'open' && direction === 'back');
      if (thisWeek && (back || (direction === 'near' && since < 4))) return daySpan(today - since * dayMs);
      if (back) return daySpan(today - (since === 0 ? 7 : since) * dayMs);
      return daySpan(today + (7 - since) * dayMs);
    },
  };
}

/** A count of units away, half a unit around it: nobody counts days when they speak of months. */
function counted(count: number, unit: TimeUnit, kind: 'ago' | 'next'): Read {
  return {
    kind,
    spanOf: (wall) => {
      const today = dayOf(wall);
      if (unit === 'day') return daySpan(today + count * dayMs);
      const days = unit === 'year' ? 365 : unit === 'month' ? 30.4 : 7;
      const middle = today + count * days * dayMs;
      return { from: middle - (days / 2) * dayMs, to: middle + (days / 2 + 1) * dayMs };
    },
  };
}

/** The week, month or year so many away from the one of today. Weeks begin on Monday. */
function calendar(unit: TimeUnit, step: -1 | 0 | 1): Read {
  return {
    kind: step < 0 ? 'last' : step > 0 ? 'next' : 'now',
    spanOf: (wall) => {
      const today = dayOf(wall);
      const date = new Date(today);
      const year = date.getUTCFullYear();
      const month = date.getUTCMonth();
      if (unit === 'day') return daySpan(today + step * dayMs);
      if (unit === 'year') return { from: Date.UTC(year + step, 0), to: Date.UTC(year + step + 1, 0) };
      if (unit === 'month')
        return { from: Date.UTC(year, month + step), to: Date.UTC(year, month + step + 1) };
      const monday = today - ((date.getUTCDay() + 6) % 7) * dayMs + step * 7 * dayMs;
      return { from: unit === 'weekend' ? monday + 5 * dayMs : monday, to: monday + 7 * dayMs };
    },
  };
}

function yearSpan(year: number): TimeSpan {
  return { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
}

function fixed(span: TimeSpan): Read {
  return { kind: 'fixed', spanOf: () => span };
}

function dayOf(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}

function daySpan(from: number): TimeSpan {
  return { from, to: from + dayMs };
}
