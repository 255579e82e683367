import type { Slot, Slots } from './slots.ts';

/** What became of a slot. `late` and `catch-up` were fired too; `cancelled` is the next slot of a schedule that was taken back. */
const fates = ['fired', 'late', 'catch-up', 'skipped', 'cancelled'] as const;
export type Fate = (typeof fates)[number];

/** Why a slot was skipped, or what a fired one was fired for. */
const reasons = ['past-grace', 'overtaken', 'paused', 'restored', 'unreadable', 'asked'] as const;
export type Reason = (typeof reasons)[number];

/** A slot and its fate. */
export interface Occurrence {
  readonly slot: Slot;
  readonly fate: Fate;
  readonly reason: Reason | null;
}

/** What is due of a schedule. Times are epoch milliseconds. */
export interface Due {
  readonly slots: Slots;
  /** The next slot that has no fate yet. */
  readonly dueAt: number;
  /** Why everything that is due is skipped: `paused`, or that it was due since a backup; null: it is not. */
  readonly skips: 'paused' | 'restored' | null;
  /** A schedule without a rule. */
  readonly isOnce: boolean;
  /** Slots that were skipped since one was fired, other than while paused. */
  readonly missed: number;
}

/** How the fates of due slots are decided. */
export interface Judgement {
  readonly now: number;
  /** From this delay on a slot counts as late, in milliseconds. */
  readonly lateMs: number;
  /** How many slots are judged at once; the others stay due. */
  readonly most: number;
}

/** What is to be written about a schedule in one commit. */
export interface FatePlan {
  /** In order; at most one of them is fired, the last. */
  readonly occurrences: readonly Occurrence[];
  /** For a catch-up: how many slots it stands for, itself included. */
  readonly standsFor: number | null;
  readonly missed: number;
  /** Null: the schedule has ended. */
  readonly next: Slot | null;
}

const graceMs = { least: 120_000, most: 7_200_000 } as const;

/** How late a slot may be and still come by itself: half of the time to the next one, from two minutes to two hours. */
export function graceOf(slot: number, next: number | undefined): number {
  if (next === undefined) return graceMs.most;
  return Math.min(graceMs.most, Math.max(graceMs.least, (next - slot) / 2));
}

/**
 * Decides the fates of the slots that are due, `dueAt` and what follows it until now. Of several that are due only the last can be fired.
 * On time it is `fired`. Later, and within its grace, it is `late`; where others were missed before it, it is the one `catch-up` that stands
 * for them all. Past its grace it is a catch-up too, unless the next slot is nearer than the grace: then it is skipped. What comes
 * once always comes, however late. Where `skips` says so everything that is due is skipped.
 */
export function planFates(due: Due, { lateMs, most, now }: Judgement): FatePlan {
  const { last, next, older } = dueSlots(due, now, most);
  const skipped = (slots: readonly Slot[], reason: Reason): Occurrence[] =>
    slots.map((slot) => ({ slot, fate: 'skipped', reason }));
  if (due.skips !== null)
    return {
      occurrences: skipped([...older, last], due.skips),
      standsFor: null,
      missed: due.missed,
      next: next ?? null,
    };
  const missed = due.missed + older.length;
  const grace = graceOf(last.at, next?.at);
  // More is due than is judged at once: none of these is the last.
  const isMore = next !== undefined && next.at <= now;
  const lateness = now - last.at;
  if (isMore || (lateness > grace && lateness > lateMs && next !== undefined && next.at - now < grace)) {
    const reason = isMore ? 'overtaken' : 'past-grace';
    return {
      occurrences: [...skipped(older, 'overtaken'), ...skipped([last], reason)],
      standsFor: null,
      missed: missed + 1,
      next: next ?? null,
    };
  }
  const fate = fateOf({ grace, isOnce: due.isOnce, lateMs, lateness, missed });
  return {
    occurrences: [...skipped(older, 'overtaken'), { slot: last, fate, reason: null }],
    standsFor: fate === 'catch-up' ? missed + 1 : null,
    missed: 0,
    next: next ?? null,
  };
}

function fateOf(slot: {
  readonly grace: number;
  readonly isOnce: boolean;
  readonly lateMs: number;
  readonly lateness: number;
  readonly missed: number;
}): Fate {
  if (slot.lateness <= slot.lateMs) return 'fired';
  if (slot.isOnce) return 'late';
  return slot.lateness <= slot.grace && slot.missed === 0 ? 'late' : 'catch-up';
}

/** The slots from `dueAt` to now, `most` of them, and the one behind them. */
function dueSlots(
  { dueAt, slots }: Due,
  now: number,
  most: number,
): { readonly older: readonly Slot[]; readonly last: Slot; readonly next: Slot | undefined } {
  const older: Slot[] = [];
  // Where the rules of a zone have changed since, the slot is no longer one of the rule: it stands as it was told.
  let last: Slot = { at: dueAt, wall: slots.wall(dueAt) };
  let next = slots.next(dueAt);
  while (next !== undefined && next.at <= now && older.length + 1 < most) {
    older.push(last);
    last = next;
    next = slots.next(last.at);
  }
  return { older, last, next };
}
