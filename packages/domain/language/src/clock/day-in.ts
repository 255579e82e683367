import { localZone } from './local-time.ts';
import { wallClock } from './wall-clock.ts';

const dayMs = 86_400_000;

/** The day that a calendar of the zone shows at an instant, as midnight UTC in epoch milliseconds. UTC for a zone that is none. */
export function dayIn(at: Date, zone?: string): number {
  return Math.floor(wallClock(at.getTime(), localZone(zone)) / dayMs) * dayMs;
}
