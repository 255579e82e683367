import { wallClock } from './wall-clock.ts';

const dayMs = 86_400_000;

/** The zone that an IANA name means; UTC where there is none or it is unknown. */
export function localZone(zone: string | undefined): string {
  return zone !== undefined && isZone(zone) ? zone : 'UTC';
}

/** The local time of an ISO 8601 instant, with weekday and zone: `Sunday 2026-11-22 18:04 (Europe/Berlin)`. What is no instant is left as it is. */
export function localTime(at: string, zone: string | undefined): string {
  const parts = partsOf(at, localZone(zone));
  if (parts === undefined) return at;
  const { day, hour, minute, month, weekday, year } = parts;
  return `${weekday} ${year}-${month}-${day} ${hour}:${minute} (${localZone(zone)})`;
}

/** The local day of an ISO 8601 instant: `2026-11-22`. What is no instant is left as it is. */
export function localDay(at: string, zone: string | undefined): string {
  const parts = partsOf(at, localZone(zone));
  return parts === undefined ? at : `${parts.year}-${parts.month}-${parts.day}`;
}

/** The day that a calendar of the zone shows at an instant, as midnight UTC in epoch milliseconds. UTC for a zone that is none. */
export function dayIn(at: Date, zone?: string): number {
  return Math.floor(wallClock(at.getTime(), localZone(zone)) / dayMs) * dayMs;
}

// Making a formatter costs a hundred times as much as using one.
const formatters = new Map<string, Intl.DateTimeFormat>();
const formattersMax = 64;

function isZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  if (formatters.size >= formattersMax) formatters.clear();
  formatters.set(zone, made);
  return made;
}

type Part = 'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute';

function partsOf(at: string, zone: string): Record<Part, string> | undefined {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return undefined;
  const parts = formatterOf(zone).formatToParts(time);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<Part, string>;
}
