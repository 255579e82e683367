import { SalienceError } from '@salience/errors';
import { instantIn, memo, wallClock } from '@salience/language';
import { calendarWalls } from './calendar-walls.ts';
import { elapsedSlots } from './elapsed-slots.ts';
import { bad, readRule, type Rule } from './read-rule.ts';
import { readWall, type Wall, wallText } from './wall-time.ts';

const dayMs = 86_400_000;
/** How far ahead a slot is looked for: a rule without one in ten years has none. */
const horizonMs = 3_653 * dayMs;
/** No schedule runs longer than this behind its first time. */
const lifeMs = 36_525 * dayMs;

/** When a schedule comes: once at its first wall time, or by a rule from then on. */
export interface Times {
  /** The wall time at which it begins: `2026-11-23T09:00:00`. */
  readonly first: string;
  /** An RRULE without DTSTART; null: once. */
  readonly rule: string | null;
  /** An IANA name. */
  readonly zone: string;
}

/** One moment at which a schedule is due. */
export interface Slot {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What the clock of its zone shows then: `2026-11-23T09:00:00`. */
  readonly wall: string;
}

/** The slots of a schedule. */
export interface Slots {
  /** The first slot later than an instant (epoch milliseconds); undefined if none follows. */
  next(after: number): Slot | undefined;
  /** What the clock of the zone shows at an instant, as in `Slot.wall`. */
  wall(at: number): string;
}

/**
 * The slots of a schedule. The first one is that of the rule at or after its first time.
 *
 * On the calendar of the zone (DAILY and longer) a rule names wall times: one that a clock skips is as much later as the clock jumped, one
 * that it shows twice is the first, and two wall times that fall on one instant are one slot. HOURLY and MINUTELY rules run on elapsed
 * time. Throws `schedule.bad-rule` and `schedule.bad-time`; for a rule without a slot in ten years too.
 */
export function slotsOf({ first, rule, zone }: Times): Slots {
  const wall = readWall(first);
  const at = wall === undefined ? undefined : instantIn(wallText(wall), zone);
  if (wall === undefined || at === undefined)
    throw new SalienceError(
      'schedule.bad-time',
      `Expected a first time on the clock of the zone, such as 2030-01-31T09:00, got "${first.slice(0, 40)}".`,
    );
  const shown = (instant: number): string => wallText(wallClock(instant, zone));
  const slot = (instant: number): Slot => ({ at: instant, wall: shown(instant) });
  if (rule === null) return { next: (after) => (at > after ? slot(at) : undefined), wall: shown };
  const last = lastOf(JSON.stringify({ first: wallText(wall), rule, zone }));
  const read = readRule(rule);
  return {
    wall: shown,
    next(after) {
      // What is over has no next slot, however far behind its end somebody looks.
      if (after >= last) return undefined;
      const found = nextInstant(read, { wall, at, zone }, after);
      return found === undefined || found > last ? undefined : slot(found);
    },
  };
}

interface Start {
  readonly wall: Wall;
  readonly at: number;
  readonly zone: string;
}

/** The last instant that COUNT, UNTIL or a life of a hundred years leaves a rule. Counting is done once for a rule. */
const lastOf = memo(1_000, (times: string): number => {
  const { first, rule, zone } = JSON.parse(times) as Times & { readonly rule: string };
  const read = readRule(rule);
  const start: Start = {
    wall: readWall(first) as Wall,
    at: instantIn(first, zone) as number,
    zone,
  };
  const life = start.at + lifeMs;
  const until = untilInstant(read, zone) ?? life;
  const found = nextInstant(read, start, start.at - 1);
  if (found === undefined) throw bad('a rule that has a time within ten years; this one has none');
  if (found > until) throw bad('an UNTIL that leaves at least one time; this one lies before the first');
  return read.count === undefined ? Math.min(until, life) : (nthInstant(read, start, read.count) ?? found);
});

/** The nth instant of a rule, or the last one before its life ends. */
function nthInstant(rule: Rule, { at, wall, zone }: Start, nth: number): number | undefined {
  const found = new Set<number>();
  const isElapsed = rule.freq === 'HOURLY' || rule.freq === 'MINUTELY';
  const instants = isElapsed
    ? elapsedSlots(rule, { first: at, zone }, at, lifeMs)
    : calendarWalls(rule, wall, wall, lifeMs);
  let most = Number.POSITIVE_INFINITY;
  for (const one of instants) {
    if (one > most) break;
    found.add(isElapsed ? one : (instantIn(wallText(one), zone) as number));
    // A day more than is counted: where a clock skips, instants are not in the order of their wall times.
    if (found.size >= nth) most = Math.min(most, one + dayMs);
  }
  return [...found]
    .toSorted((a, b) => a - b)
    .slice(0, nth)
    .at(-1);
}

function untilInstant({ until }: Rule, zone: string): number | undefined {
  if (until === undefined) return undefined;
  return until.isInstant ? until.at : instantIn(wallText(until.at), zone);
}

/** The first instant of a rule later than `after`, whatever COUNT and UNTIL say. */
function nextInstant(rule: Rule, { at, wall, zone }: Start, after: number): number | undefined {
  if (rule.freq === 'HOURLY' || rule.freq === 'MINUTELY') {
    for (const slot of elapsedSlots(rule, { first: at, zone }, Math.max(after + 1, at), horizonMs))
      return slot;
    return undefined;
  }
  const shown = wallClock(after, zone);
  // Wall times that a clock skipped within the last day come after what it shows now.
  const skipped = Math.max(0, shown - wallClock(after - dayMs, zone) - dayMs);
  let found: number | undefined;
  let until = Number.POSITIVE_INFINITY;
  for (const one of calendarWalls(rule, wall, shown - skipped, horizonMs)) {
    if (one >= until) break;
    const instant = instantIn(wallText(one), zone);
    if (instant === undefined || instant <= after || (found !== undefined && instant >= found)) continue;
    found = instant;
    // A skipped wall time comes later than shown ones behind it.
    until = wallClock(instant, zone);
    if (until <= one) break;
  }
  return found;
}
