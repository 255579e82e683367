import { instantIn, wallClock } from '@salience/language';
import { fits, fitsDay } from './calendar-walls.ts';
import type { Rule } from './read-rule.ts';
import { type Wall, wallText } from './wall-time.ts';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/**
 * The instants of an HOURLY or MINUTELY rule, in order, none before `from`. They are as far apart as the rule says whatever the clocks do; its
 * BYMONTH, BYMONTHDAY, BYYEARDAY, BYDAY and BYHOUR (and BYMINUTE of a MINUTELY rule) are read on the clock of the zone and leave
 * instants out. COUNT and UNTIL are not applied. It ends after `horizonMs` behind `from`, or when the caller stops.
 */
export function* elapsedSlots(
  rule: Rule,
  { first, zone }: { readonly first: number; readonly zone: string },
  from: number,
  horizonMs: number,
): Generator<number> {
  const wall = new Date(wallClock(first, zone));
  const isHourly = rule.freq === 'HOURLY';
  const second = rule.bySecond[0] ?? wall.getUTCSeconds();
  const minutes = isHourly ? (rule.byMinute.length > 0 ? rule.byMinute : [wall.getUTCMinutes()]) : [0];
  const begins = first - wall.getUTCSeconds() * 1_000 - (isHourly ? wall.getUTCMinutes() * minuteMs : 0);
  const step = rule.interval * (isHourly ? hourMs : minuteMs);
  const least = Math.max(first, from);
  const stepAt = (at: number): number => Math.max(0, Math.floor((at - begins) / step));
  for (let n = stepAt(least); begins + n * step <= least + horizonMs; ) {
    const at = begins + n * step;
    // A step of one hour has the same hour at each of its minutes, except where a clock is put by half an hour.
    const wanted = minutes.map((minute) => at + minute * minuteMs + second * 1_000);
    const fitting = wanted.filter((one) => skipsUntil(rule, wallClock(one, zone), isHourly) === null);
    for (const one of fitting) if (one >= least) yield one;
    // Where the day or the hour does not fit, everything until the next one is left out at once.
    const skip =
      fitting.length > 0
        ? null
        : earliest(wanted.map((one) => skipsUntil(rule, wallClock(one, zone), isHourly)));
    n = Math.max(n + 1, skip === null ? 0 : stepAt(shownFrom(skip, zone)));
  }
}

/** An instant from which on a wall time is shown; before it where the clock skips it. */
function shownFrom(wall: Wall, zone: string): number {
  const at = instantIn(wallText(wall), zone) ?? 0;
  return wallClock(at, zone) === wall ? at : at - hourMs;
}

/** Null where a wall time fits the rule, else the next wall time that might. */
function skipsUntil(rule: Rule, wall: Wall, isHourly: boolean): Wall | null {
  const day = new Date(wall);
  if (!fits(rule.byMonth, day.getUTCMonth() + 1))
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
  if (!fitsDay(rule, Math.floor(wall / dayMs) * dayMs)) return (Math.floor(wall / dayMs) + 1) * dayMs;
  if (!fits(rule.byHour, day.getUTCHours())) return (Math.floor(wall / hourMs) + 1) * hourMs;
  if (!isHourly && !fits(rule.byMinute, day.getUTCMinutes())) return wall + minuteMs;
  return null;
}

function earliest(walls: readonly (Wall | null)[]): Wall | null {
  return walls.every((wall) => wall !== null) ? Math.min(...walls) : null;
}
