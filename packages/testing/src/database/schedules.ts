import type { Database } from '@salience/database';
import {
  commitFates,
  loadDueSchedules,
  type MovedSchedule,
  type NewSchedule,
} from '@salience/database/skills';
import { planSchedule, readTimes } from '@salience/schedules';

/** The parts of a reminder that comes once, for the owner. */
export function onceAt(
  dueAt: Date,
  zone = 'UTC',
): Pick<NewSchedule, 'dueAt' | 'firstWall' | 'kind' | 'rule' | 'speaker' | 'zone'> {
  const { first } = readTimes({ dueAt: dueAt.getTime() }, zone, dueAt.getTime());
  return { dueAt, firstWall: first, kind: 'reminder', rule: null, speaker: null, zone };
}

/** Fires what is due, as a scheduler does in one look. Returns the schedules that fired. */
export async function fireSchedules(
  db: Database,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<Required<MovedSchedule>[]> {
  const due = await loadDueSchedules(db, { limit, now });
  const moved = await commitFates(
    db,
    due.map((one) => planSchedule(one, { lateMs: 60_000, now })),
    { now },
  );
  return moved.filter((one): one is Required<MovedSchedule> => one.turnId !== undefined);
}
