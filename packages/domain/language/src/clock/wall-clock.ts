/**
 * What the clock on the wall of a zone shows at an instant, as the epoch milliseconds at which a clock in UTC would show the same. Days,
 * weeks and hours can be counted on it as they can in UTC. `at`: epoch milliseconds; `zone`: an IANA name, else a RangeError.
 */
export function wallClock(at: number, zone: string): number {
  return at + offsetAt(at, zone);
}

/**
 * The instant at which the clock on the wall of a zone shows a time, epoch milliseconds; the other way round from `wallClock`.
 * A time that the clock shows twice, as when it is put back, is the first of them. One that it never shows, as when it is put
 * forward, is as much later as the clock jumped: 02:30 becomes 03:30.
 */
export function instantOfWall(wall: number, zone: string): number {
  // A zone is never a day away from UTC, and its clocks are not put twice within two days.
  const before = wall - offsetAt(wall - dayMs, zone);
  const after = wall - offsetAt(wall + dayMs, zone);
  const shown = [before, after].filter((at) => wallClock(at, zone) === wall);
  return shown.length === 0 ? before : Math.min(...shown);
}

// With its offset it is an instant wherever it is read.
const written = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/iu;

/**
 * The instant of a time as it is written in ISO 8601, epoch milliseconds: `2026-11-23T09:00` on the clock of a zone, with the rules of
 * `instantOfWall`, or where its offset says. Undefined for a day alone and for what no calendar has.
 */
export function instantIn(text: string, zone: string): number | undefined {
  const [, day = '', time = '', offset] = written.exec(text.trim()) ?? [];
  const wall = Date.parse(`${day}T${time}Z`);
  // The 30th of February would become a day in March.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day) return undefined;
  if (offset === undefined) return instantOfWall(wall, zone);
  const at = Date.parse(`${day}T${time}${offset.toUpperCase().replace(/(\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(at) ? undefined : at;
}

/** An instant (epoch milliseconds) as the clock of a zone shows it, with its offset: `2026-11-23T09:00:00+01:00`. */
export function offsetTime(at: number, zone: string): string {
  if (zone === 'UTC') return new Date(at).toISOString();
  const minutes = offsetAt(at, zone) / 60_000;
  const two = (value: number): string => String(Math.floor(Math.abs(value))).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return `${new Date(wallClock(at, zone)).toISOString().slice(0, 19)}${offset}`;
}

const dayMs = 86_400_000;

const quarterMs = 900_000;
/** Since then clocks change at full quarters of an hour, by whole minutes. Epoch milliseconds of 1972. */
const regularFrom = 63_072_000_000;
/** Offsets by zone and quarter of an hour: asking for one costs as much as formatting a time. */
const offsets = new Map<string, Map<number, number>>();
const offsetsMax = 10_000;

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  if (zone === 'UTC' || Number.isNaN(at)) return 0;
  if (at < regularFrom) return offsetShown(at, zone);
  const known = offsets.get(zone) ?? new Map<number, number>();
  if (offsets.size >= clocksMax) offsets.clear();
  offsets.set(zone, known);
  const quarter = Math.floor(at / quarterMs);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = offsetShown(quarter * quarterMs, zone);
    if (known.size >= offsetsMax) known.clear();
    known.set(quarter, offset);
  }
  return offset;
}

function offsetShown(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { day = 1, hour = 0, minute = 0, month = 1, second = 0, year = 1970 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

// Making a formatter costs a hundred times as much as using one.
const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksMax = 64;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (clocks.size >= clocksMax) clocks.clear();
  clocks.set(zone, made);
  return made;
}
