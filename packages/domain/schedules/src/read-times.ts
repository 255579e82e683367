import { SalienceError } from '@salience/errors';
import { instantIn, wallClock } from '@salience/language';
import { type Slot, slotsOf, type Times } from './slots.ts';
import { wallText } from './wall-time.ts';

/** When something is to come, as it was asked for: `dueAt` (once), or `startsAt` with or without a rule. */
export interface AskedTimes {
  /** Epoch milliseconds. */
  readonly dueAt?: number | undefined;
  /** `2026-11-23T09:00` on the clock of the zone; with an offset it is meant there. */
  readonly startsAt?: string | undefined;
  readonly rule?: string | undefined;
}

/** Times that can be stored, with the first slot (epoch milliseconds). */
export interface FirstTimes extends Times {
  readonly dueAt: number;
}

/**
 * Reads when something is to come. The first slot of a rule is its first one behind `now`; what comes once is due when it is said to be, in
 * the past too. Throws `schedule.bad-time` and `schedule.bad-rule`, whose messages say what was expected.
 */
export function readTimes({ dueAt, rule, startsAt }: AskedTimes, zone: string, now: number): FirstTimes {
  if ((dueAt === undefined) === (startsAt === undefined) || (dueAt !== undefined && rule !== undefined))
    throw badTime('either "due_at", for once, or "starts_at", with a "rule" if it is to come again');
  const first = dueAt ?? instantIn(startsAt ?? '', zone);
  if (first === undefined || Number.isNaN(first))
    throw badTime(
      `"starts_at" as a day and a time, such as 2030-01-31T09:00, got "${(startsAt ?? '').slice(0, 40)}"`,
    );
  const year = new Date(first).getUTCFullYear();
  if (year < 1970 || year > 2999) throw badTime(`a time within the years 1970 to 2999, got ${year}`);
  const times = { first: wallText(wallClock(first, zone)), rule: rule ?? null, zone };
  if (rule === undefined) return { ...times, dueAt: first };
  const next = slotsOf(times).next(now);
  if (next === undefined) throw badTime('a rule with a time that lies ahead; its last one is over');
  return { ...times, dueAt: next.at };
}

/** The next slots of a schedule from the one that is due on (epoch milliseconds), `most` at most. */
export function upcoming(times: Times, dueAt: number, most: number): Slot[] {
  const slots = slotsOf(times);
  const found: Slot[] = [];
  for (
    let next: Slot | undefined = { at: dueAt, wall: slots.wall(dueAt) };
    next !== undefined && found.length < most;
  ) {
    found.push(next);
    next = slots.next(next.at);
  }
  return found;
}

function badTime(expected: string): SalienceError {
  return new SalienceError('schedule.bad-time', `Expected ${expected}.`);
}
