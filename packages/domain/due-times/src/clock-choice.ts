import type { DayPart, SaidClock } from './atom.ts';

const hourMs = 3_600_000;

/** A time of day after midnight, in milliseconds. */
function timeOf({ hour, minute, second }: SaidClock): number {
  return hour * hourMs + minute * 60_000 + second * 1_000;
}

/**
 * The times of day that are meant, likeliest first. One is certain. A bare hour from seven to eleven is in the morning and one from one
 * to four in the afternoon, as people say it of what they plan; five and six are as often the one as the other. Twelve is noon.
 */
export function timesMeant(clock: SaidClock, part: DayPart | undefined): { sure: number[]; other: number[] } {
  const said = timeOf(clock);
  if (!clock.open) return { sure: [said], other: [] };
  const hour = clock.hour % 12;
  const early = said - (clock.hour >= 12 ? 12 * hourMs : 0);
  const late = early + 12 * hourMs;
  if (clock.either === true) return { sure: [early, late], other: [] };
  if (part === 'morning') return { sure: [early], other: [] };
  if (part === 'afternoon' || part === 'evening') return { sure: [late], other: [] };
  // "Tonight at 1" is in the small hours.
  if (part === 'night') return { sure: [hour < 5 ? early : late], other: [] };
  if (hour === 0) return { sure: [late], other: [] };
  if (hour <= 4) return { sure: [late], other: [early] };
  if (hour <= 6) return { sure: [early, late], other: [] };
  return { sure: [early], other: [late] };
}
