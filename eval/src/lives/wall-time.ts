import type { WallTime } from './life.ts';

/** What a clock on the wall and a calendar beside it show. */
export interface WallParts {
  /** `2028-11-20`. */
  readonly day: string;
  /** `08:40`. */
  readonly time: string;
  /** In English. */
  readonly weekday: string;
}

/** What they show at an instant in a zone. */
export function wallParts(at: Date, zone: string): WallParts {
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const of = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  return {
    day: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
    weekday: of('weekday'),
  };
}

/** The instant at which the wall shows this time; the earlier one where it shows it twice. */
export function instantOf(wall: WallTime, zone: string): Date {
  const asUtc = new Date(`${wall}:00Z`).getTime();
  const shown = wallParts(new Date(asUtc), zone);
  const aheadMs = new Date(`${shown.day}T${shown.time}:00Z`).getTime() - asUtc;
  return new Date(asUtc - aheadMs);
}

/** The same time with its offset, as in `2028-11-20T08:40:00-03:00`. */
export function withOffset(wall: WallTime, zone: string): string {
  const minutes = (new Date(`${wall}:00Z`).getTime() - instantOf(wall, zone).getTime()) / 60_000;
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${wall}:00${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}
