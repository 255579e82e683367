import { localZone } from './local-time.ts';
import { instantOfWall, wallClock } from './wall-clock.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** When somebody is not to be disturbed: `HH:MM` each, on the clock of their zone. They may span midnight. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

/** True if a time lies within somebody's quiet hours; their end is not one of them. */
export function isQuietAt(at: Date, { from, until }: QuietHours, zone: string): boolean {
  return quietUntil(at.getTime(), zone, from, until) !== undefined;
}

/**
 * When quiet hours end that an instant lies in, epoch milliseconds; undefined outside of them. They begin with the minute `from` and end
 * before the minute `until`, both `HH:MM` on the clock of the zone, and may span midnight; equal ones are none. A zone that is none is UTC.
 * The end is always after `at`: an hour that the clock shows twice ends the second time for who is in it.
 */
export function quietUntil(
  at: number,
  zone: string | undefined,
  from: string,
  until: string,
): number | undefined {
  const [begins, ends] = [minutesOf(from), minutesOf(until)];
  if (begins === undefined || ends === undefined || begins === ends) return undefined;
  const place = localZone(zone);
  const wall = wallClock(at, place);
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const minute = Math.floor((wall - midnight) / minuteMs);
  const quiet = begins < ends ? minute >= begins && minute < ends : minute >= begins || minute < ends;
  if (!quiet) return undefined;
  const day = begins > ends && minute >= begins ? midnight + dayMs : midnight;
  const end = day + ends * minuteMs;
  const instant = instantOfWall(end, place);
  return instant > at ? instant : at + (end - wall);
}

function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
