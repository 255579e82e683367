import { createRequire } from 'node:module';
import type * as Library from 'rrule';

// A CommonJS library whose names an import does not find.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof Library;

/** When a schedule comes, as its row has it. */
export interface RowTimes {
  readonly rule: string | null;
  readonly firstWall: string;
  readonly zone: string;
}

const dayMs = 86_400_000;
const shownBy = new Map<string, Intl.DateTimeFormat>();

/** What the clock of a zone shows, read to the minute, as epoch milliseconds of a clock in UTC. */
function shown(at: number, zone: string): number {
  let clock = shownBy.get(zone);
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  shownBy.set(zone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
}

/**
 * The instant of a wall time, found by trying: the first instant at which the clock shows it. One that is never shown is as much later as the
 * clock jumped, which is where the offset before the jump puts it.
 */
function instantOf(wall: number, zone: string): number {
  const offsets = new Set<number>();
  for (let at = wall - 2 * dayMs; at <= wall + 2 * dayMs; at += 1_800_000) offsets.add(shown(at, zone) - at);
  const shownAt = [...offsets].map((offset) => wall - offset).filter((at) => shown(at, zone) === wall);
  if (shownAt.length > 0) return Math.min(...shownAt);
  const before = wall - 2 * dayMs;
  return wall - (shown(before, zone) - before);
}

/**
 * The slots of a schedule up to an instant, in order, found by other means than the product's: a library for the rule, and the clock of the zone
 * tried out. Hours and minutes are counted in elapsed time.
 */
export function expectedSlots({ firstWall, rule, zone }: RowTimes, until: number): number[] {
  const wall = Date.parse(`${firstWall}Z`);
  const first = instantOf(wall, zone);
  if (rule === null) return [first].filter((at) => at <= until);
  const [, unit] = /FREQ=(HOURLY|MINUTELY)/u.exec(rule) ?? [];
  if (unit !== undefined) {
    const step = Number(/INTERVAL=(\d+)/u.exec(rule)?.[1] ?? 1) * (unit === 'HOURLY' ? 3_600_000 : 60_000);
    return Array.from(
      { length: Math.max(0, Math.floor((until - first) / step) + 1) },
      (_, n) => first + n * step,
    );
  }
  const options = {
    ...RRule.parseString(rule),
    dtstart: new Date(wall),
    until: new Date(until + 2 * dayMs),
  };
  const instants = new RRule(options).all().map((at) => instantOf(at.getTime(), zone));
  return [...new Set(instants)].filter((at) => at >= first && at <= until).toSorted((a, b) => a - b);
}
