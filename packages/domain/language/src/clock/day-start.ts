import { wallClock } from './wall-clock.ts';

const dayMs = 86_400_000;

/** When the day of an instant began in a zone, and its date. On a day on which clocks are put forward or back it is off by that hour. */
export function localDayOf(now: Date, zone: string): { readonly start: Date; readonly name: string } {
  const wall = wallClock(now.getTime(), zone);
  const start = Math.floor(wall / dayMs) * dayMs;
  return {
    start: new Date(now.getTime() - (wall - start)),
    name: new Date(start).toISOString().slice(0, 10),
  };
}
