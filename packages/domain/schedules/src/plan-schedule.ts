import { messageOf } from '@salience/errors';
import { type FatePlan, planFates } from './fates.ts';
import { slotsOf } from './slots.ts';
import { wallText } from './wall-time.ts';

/** A schedule as it is stored, with what it missed. */
export interface StoredSchedule {
  /** The wall time at which it begins. */
  readonly firstWall: string;
  /** An RRULE; null: once. */
  readonly rule: string | null;
  readonly zone: string;
  /** As of `Due`. */
  readonly missed: number;
}

/** A stored schedule whose next slot is due. */
export interface StoredDue extends StoredSchedule {
  readonly state: 'active' | 'paused';
  /** The slot, as text that `Date.parse` reads. */
  readonly dueAt: string;
}

/** What is to become of a schedule that is due. */
export interface PlannedSchedule<D extends StoredDue> {
  readonly due: D;
  readonly plan: FatePlan;
  /** Its state afterwards. */
  readonly to: 'active' | 'paused' | 'ended';
  /** Why its slots cannot be computed; it ends. */
  readonly error?: string;
}

/** How many slots of one schedule are judged in one commit. */
const judgedMost = 500;
/** How many are skipped in one commit; after a restore the scheduler goes on with the others. */
const skippedMost = 10_000;

/** Plans the fates of a schedule's due slots; see `planFates`. One whose slots cannot be computed any more ends, visibly. */
export function planSchedule<D extends StoredDue>(
  due: D,
  { lateMs, now }: { readonly lateMs: number; readonly now: Date },
): PlannedSchedule<D> {
  const dueAt = Date.parse(due.dueAt);
  try {
    const plan = planFates(
      {
        slots: storedSlots(due),
        dueAt,
        skips: due.state === 'paused' ? 'paused' : null,
        isOnce: due.rule === null,
        missed: due.missed,
      },
      { now: now.getTime(), lateMs, most: judgedMost },
    );
    return { due, plan, to: plan.next === null ? 'ended' : due.state };
  } catch (error) {
    const slot = { at: dueAt, wall: wallText(dueAt) };
    const occurrences = [{ slot, fate: 'skipped', reason: 'unreadable' }] as const;
    return {
      due,
      plan: { occurrences, standsFor: null, missed: due.missed, next: null },
      to: 'ended',
      error: messageOf(error),
    };
  }
}

/** Skips what a restored schedule had due since its backup. Throws `schedule.bad-rule` and `schedule.bad-time`. */
export function planRestored(schedule: StoredSchedule & { readonly dueAt: Date }, now: Date): FatePlan {
  const due = {
    slots: storedSlots(schedule),
    dueAt: schedule.dueAt.getTime(),
    skips: 'restored',
    isOnce: schedule.rule === null,
    missed: schedule.missed,
  } as const;
  return planFates(due, { now: now.getTime(), lateMs: 0, most: skippedMost });
}

function storedSlots({ firstWall, rule, zone }: StoredSchedule) {
  return slotsOf({ first: firstWall, rule, zone });
}
