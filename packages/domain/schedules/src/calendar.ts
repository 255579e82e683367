import type { CalendarFate } from '@salience/contracts';
import { type Slot, slotsOf, type Times } from './slots.ts';

/** The part of a calendar that is looked at. Times are epoch milliseconds. */
export interface CalendarSpan {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Slots at most. */
  readonly most: number;
}

/**
 * The slots of a schedule from the next one that has no fate (`dueAt`) on that lie within a span, in order. `more`: the span has others behind
 * the last one. None where its rule cannot be read.
 */
export function slotsAhead(
  times: Times,
  dueAt: number,
  { from, most, to }: CalendarSpan,
): { readonly slots: readonly Slot[]; readonly more: boolean } {
  const found: Slot[] = [];
  const slots = slotsOf(times);
  // What is due has no fate yet wherever the rule puts it: the rules of a zone may have changed since.
  let next: Slot | undefined =
    dueAt >= from ? { at: dueAt, wall: slots.wall(dueAt) } : slots.next(Math.max(dueAt, from - 1));
  while (next !== undefined && next.at < to) {
    if (found.length >= most) return { slots: found, more: true };
    found.push(next);
    next = slots.next(next.at);
  }
  return { slots: found, more: false };
}

/** What a slot that has no fate yet waits for. */
export function fateAhead(at: number, { now, paused }: { now: number; paused: boolean }): CalendarFate {
  if (paused) return 'will-skip';
  return at <= now ? 'due' : 'will-run';
}

const skipped: Readonly<Record<string, string>> = {
  'past-grace': 'It was too late for it, and the next one was nearer.',
  overtaken: 'A later one had come by then, and stands for it.',
  paused: 'The schedule was paused.',
  restored: 'It was due while the data came back from a backup.',
  unreadable: 'Its rule could not be read.',
};

/** What became of a slot, or will, in one sentence. `lateMs`: from the slot to when its fate was decided. */
export function fateInWords(
  fate: CalendarFate,
  {
    lateMs = 0,
    reason = null,
    standsFor = null,
  }: { readonly lateMs?: number; readonly reason?: string | null; readonly standsFor?: number | null } = {},
): string {
  if (reason === 'asked') return 'Somebody asked for it, beside its times.';
  switch (fate) {
    case 'fired':
      return 'It ran on time.';
    case 'late':
      return `It ran, ${duration(lateMs)} late.`;
    case 'catch-up':
      return standsFor !== null && standsFor > 1
        ? `It ran late, and stands for ${standsFor} that were missed.`
        : `It ran late, by ${duration(lateMs)}.`;
    case 'skipped':
      return skipped[reason ?? ''] ?? 'It was skipped.';
    case 'cancelled':
      return 'The schedule was over before.';
    case 'due':
      return 'It is due, and runs at the next look.';
    case 'will-skip':
      return 'The schedule is paused: it will be skipped.';
    case 'will-run':
      return 'It will run.';
  }
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
