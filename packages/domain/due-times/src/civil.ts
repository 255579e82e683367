import { instantOfWall, wallClock } from '@salience/language';
import type { Length, Unit } from './atom.ts';

export const dayMs = 86_400_000;

/** A day by year, month (from 0) and day of the month; undefined where no calendar has it. */
export function dayOf(year: number, month: number, day: number): number | undefined {
  const at = Date.UTC(year, month, day);
  const date = new Date(at);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month && date.getUTCDate() === day
    ? at
    : undefined;
}

/** Midnight of a wall time. */
export function midnight(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}

/** `2026-11-23`. */
export function dayText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

/** `2026-11-23T09:00`. */
export function wallText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 16);
}

const unitMs: Readonly<Partial<Record<Unit, number>>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
};

/** A wall time moved by a length; `sign` -1 moves it back. The 31st moved by a month is the last day of that month. */
export function moved(wall: number, { count, unit }: Length, sign = 1): number {
  const ms = unitMs[unit];
  if (ms !== undefined) return wall + sign * count * ms;
  const date = new Date(wall);
  const months = Math.round(sign * count * (unit === 'year' ? 12 : 1));
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, Math.min(date.getUTCDate(), last));
  return day + (wall - midnight(wall));
}

/** True for what is counted on a stopwatch and not on a calendar. */
export function isShort({ unit }: Length): boolean {
  return unit === 'second' || unit === 'minute' || unit === 'hour';
}

/** The clock on the wall of a zone, and the way back (ADR 0036). */
export interface Wall {
  /** Wall time now. */
  readonly now: number;
  /** The instant now, epoch milliseconds. */
  readonly instant: number;
  readonly zone: string;
  /** The instant of a wall time. */
  readonly instantOf: (wall: number) => number;
  /** The wall time of an instant. */
  readonly wallOf: (instant: number) => number;
}

/** The wall of a zone at an instant. */
export function wallIn(now: Date, zone: string): Wall {
  return {
    now: wallClock(now.getTime(), zone),
    instant: now.getTime(),
    zone,
    instantOf: (wall) => instantOfWall(wall, zone),
    wallOf: (instant) => wallClock(instant, zone),
  };
}
