import { instantIn } from '@salience/language';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as `30s`, `10m`, `2h` or `1d` in milliseconds; undefined for anything else. */
export function spanMs(text: string): number | undefined {
  const span = /^(\d{1,6})\s*([smhd])$/.exec(text.trim());
  return span === null ? undefined : Number(span[1]) * (UNIT_MS[span[2] ?? ''] ?? 0);
}

/**
 * A time such as `2030-01-31T09:00`, on the clock of a zone unless it says its offset, or a span from `now` such as `10m`, `2h` or `1d`;
 * undefined for anything else.
 */
export function dueTime(text: string, now: Date, zone: string): Date | undefined {
  const span = spanMs(text);
  if (span !== undefined) return new Date(now.getTime() + span);
  const at = instantIn(text, zone);
  return at === undefined ? undefined : new Date(at);
}
