import { wallClock } from './wall-clock.ts';

const dayMs = 86_400_000;

/** The zone that an IANA name means; UTC where there is none or it is unknown. */
export function localZone(zone: string | undefined): string {
  return zone !== undefined && isZone(zone) ? zone : 'UTC';
}

/** The local time of an ISO 8601 instant, with weekday and zone: `Sunday 2026-11-22 18:04 (Europe/Berlin)`. What is no instant is left as it is. */
export function localTime(at: string, zone: string | undefined): string {
  const wall = wallOf(at, zone);
  if (wall === undefined) return at;
  const shown = wall.toISOString();
  return `${weekdays[wall.getUTCDay()] ?? ''} ${shown.slice(0, 10)} ${shown.slice(11, 16)} (${localZone(zone)})`;
}

// A prompt asks for the days of the same items as the one before.
const days = new Map<string, string>();
const daysMax = 2_000;
const daysCharsMax = 80;

/** The local day of an ISO 8601 instant: `2026-11-22`. What is no instant is left as it is. */
export function localDay(at: string, zone: string | undefined): string {
  const key = `${at} ${zone ?? ''}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const day = wallOf(at, zone)?.toISOString().slice(0, 10) ?? at;
  if (key.length > daysCharsMax) return day;
  if (days.size >= daysMax) days.clear();
  days.set(key, day);
  return day;
}

/** The day that a calendar of the zone shows at an instant, as midnight UTC in epoch milliseconds. UTC for a zone that is none. */
export function dayIn(at: Date, zone?: string): number {
  return Math.floor(wallClock(at.getTime(), localZone(zone)) / dayMs) * dayMs;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** What the clock on the wall shows at an instant, as a time in UTC. */
function wallOf(at: string, zone: string | undefined): Date | undefined {
  const time = Date.parse(at);
  return Number.isNaN(time) ? undefined : new Date(wallClock(time, localZone(zone)));
}

// Asking costs a formatter each time.
const zones = new Map<string, boolean>();
const zonesMax = 1_000;

function isZone(zone: string): boolean {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  let is = true;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
  } catch {
    is = false;
  }
  if (zones.size >= zonesMax) zones.clear();
  zones.set(zone, is);
  return is;
}
