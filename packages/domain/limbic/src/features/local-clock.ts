import type { Fingerprint } from '@salience/contracts';
import { localZone, wallClock } from '@salience/language';

type TimePrior = NonNullable<Fingerprint['signal_priors']['time']>;

/** What the clock on the wall shows. */
export interface LocalClock {
  /** 0 to 23. */
  readonly hour: number;
  /** 0 to 59. */
  readonly minute: number;
  /** Monday is 0. */
  readonly weekday: number;
}

const secondsMax = 8.64e12;

/** The clock of a zone at a time in seconds since 1970. UTC for a zone that is none; 1970 for a time that is none. */
export function clockAt(seconds: number, zone: string | undefined): LocalClock {
  const at = Number.isFinite(seconds) && Math.abs(seconds) < secondsMax ? seconds : 0;
  const wall = wallClock(Math.floor(at) * 1_000, localZone(zone));
  const minutes = Math.floor(wall / 60_000);
  const days = Math.floor(minutes / 1_440);
  const ofDay = minutes - days * 1_440;
  // The first day of 1970 was a Thursday.
  return { hour: Math.floor(ofDay / 60), minute: ofDay % 60, weekday: (((days + 3) % 7) + 7) % 7 };
}

/**
 * Whether a time lies in the declared hours of a declared day. Hours may go past midnight, as [22, 5]: the hours after midnight then
 * belong to the day before.
 */
export function isActive(
  { active_hours: [first, last], active_days }: TimePrior,
  clock: LocalClock,
): boolean {
  const wraps = first > last;
  const inHours = wraps
    ? clock.hour >= first || clock.hour <= last
    : clock.hour >= first && clock.hour <= last;
  const day = wraps && clock.hour <= last ? (clock.weekday + 6) % 7 : clock.weekday;
  return inHours && active_days.includes(day);
}
