import {
  commitFates,
  loadDueSchedules,
  type MovedSchedule,
  type PlannedSchedule,
} from '@salience/database/skills';
import { messageOf } from '@salience/errors';
import { planSchedule } from '@salience/schedules';
import { currentTraceparent } from '@salience/telemetry';
import type { Deps } from './deps.ts';
import { lanes } from './lots.ts';
import type { Sweep } from './sweep.ts';

type FireDeps = Pick<Deps, 'db' | 'fault' | 'log' | 'metrics'>;

/**
 * Fires what is due: slots and fates are computed here, and one statement commits them, each schedule by compare-and-set. Any number of
 * schedulers may do so at once, and die at any point: a slot has one fate, and its turn is in the same commit.
 */
export function scheduleSweep(
  deps: FireDeps,
  { everyMs, lateMs }: { readonly everyMs: number; readonly lateMs: number },
): Sweep {
  return {
    loop: 'schedules',
    everyMs,
    limit: 100,
    untilEmpty: true,
    fault: 'scheduler.fired',
    async find({ limit, now }) {
      const due = await loadDueSchedules(deps.db, { limit, now });
      const planned = due.map((one) => planSchedule(one, { lateMs, now }));
      for (const { due: schedule, error } of planned)
        if (error !== undefined)
          deps.log.error(
            { scheduleId: schedule.id, error },
            'a schedule ended: its times cannot be computed',
          );
      await deps.fault('scheduler.planned');
      const moved = await commit(deps, planned, now);
      for (const one of moved) tell(deps, one);
      const begun = moved.flatMap(({ agentId, fence, heldBy, threadId }) =>
        agentId === undefined || threadId === undefined
          ? []
          : [{ agentId, threadId, fence: fence ?? null, heldBy: heldBy ?? null }],
      );
      return [
        { ...lanes('schedule', begun), found: moved.length, more: due.length === limit && moved.length > 0 },
      ];
    },
  };
}

/** One statement for all; where that fails, one for each, so that none holds up the others. */
async function commit(
  { db, log }: FireDeps,
  planned: readonly PlannedSchedule[],
  now: Date,
): Promise<MovedSchedule[]> {
  if (planned.length === 0) return [];
  const options = { now, traceparent: currentTraceparent() };
  try {
    return await commitFates(db, planned, options);
  } catch (error) {
    if (planned.length === 1) throw error;
    log.warn({ count: planned.length, error: messageOf(error) }, 'schedules are fired one by one');
  }
  const moved: MovedSchedule[] = [];
  let failed: Error | undefined;
  for (const one of planned)
    try {
      moved.push(...(await commitFates(db, [one], options)));
    } catch (error) {
      failed = error instanceof Error ? error : new Error(messageOf(error));
    }
  if (moved.length === 0 && failed !== undefined) throw failed;
  return moved;
}

function tell(
  { log, metrics }: FireDeps,
  { fate, fates, lateMs, scheduleId, threadId }: MovedSchedule,
): void {
  for (const one of fates)
    if (one.fate === 'skipped') metrics.schedulesSkipped.inc({ reason: one.reason ?? 'unknown' });
  if (fate === undefined) return;
  metrics.schedulesFired.inc({ fate });
  const facts = { scheduleId, threadId, lateMs, fate };
  if (fate === 'fired') log.info(facts, 'a schedule fired');
  else log.warn(facts, 'a schedule fired late');
}
