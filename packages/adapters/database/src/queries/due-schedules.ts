import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import type { Fate, PlannedSchedule as Planned, planSchedule, Reason } from '@salience/schedules';
import { eq } from 'drizzle-orm';
import { ask, call, type Connections, type Database, query, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { schedules } from '../schema/schedules.ts';
import { storableJson } from '../storable.ts';
import type { ScheduleRow } from './schedules.ts';

/** A schedule that has a slot without a fate which is due. */
export interface DueSchedule extends Pick<ScheduleRow, 'firstWall' | 'missed' | 'rule' | 'zone'> {
  readonly id: Id<'schedule'>;
  readonly state: 'active' | 'paused';
  /** As Postgres writes it, exactly. */
  readonly dueAt: string;
}

/** A schedule whose fates were committed. */
export interface MovedSchedule {
  readonly scheduleId: Id<'schedule'>;
  readonly fates: readonly { readonly fate: Fate; readonly reason: Reason | null }[];
  /** Where one fired: its turn, whose lane the caller wakes. */
  readonly turnId?: TurnId;
  readonly agentId?: AgentId;
  readonly threadId?: ThreadId;
  readonly fence?: number;
  /** As where a message is accepted: the live worker to wake. */
  readonly heldBy?: Id<'worker'> | null;
  readonly fate?: Fate;
  readonly lateMs?: number;
}

/** The schedules that are due, the longest due first. Scheduler role. */
export function loadDueSchedules(
  db: Connections,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<DueSchedule[]> {
  return query<DueSchedule & Record<string, unknown>>(
    db,
    'due_schedules',
    `select id, state, missed, rule, zone, first_wall as "firstWall", to_json(due_at)#>>'{}' as "dueAt" from salience.schedules
     where state in ('active', 'paused') and due_at <= $1 order by due_at, id limit $2`,
    [now, limit],
  );
}

/** What is to become of a schedule that is due: the input of `commitFates` for it, from `planSchedule` of the domain. */
export type PlannedSchedule = Planned<DueSchedule>;

/** Commits planned fates, each schedule by compare-and-set; the answer has those that moved. See sql/turns/fire_schedules.sql. */
export function commitFates(
  db: Connections,
  planned: readonly PlannedSchedule[],
  { now, traceparent }: { readonly now: Date; readonly traceparent?: string | undefined },
): Promise<MovedSchedule[]> {
  return call(db, 'fire_schedules', fatesJson(planned, { now, traceparent }));
}

function fatesJson(
  planned: readonly PlannedSchedule[],
  { now, traceparent }: { readonly now: Date; readonly traceparent?: string | undefined },
): unknown {
  const plans = planned.map(({ due, plan, to }) => ({
    id: due.id,
    dueAt: due.dueAt,
    state: due.state,
    to,
    missed: plan.missed,
    nextAt: plan.next === null ? null : new Date(plan.next.at),
    occurrences: plan.occurrences.map(({ fate, reason, slot }) => ({
      slot: new Date(slot.at),
      wall: slot.wall,
      fate,
      reason,
      standsFor: fate === 'catch-up' ? plan.standsFor : null,
      turnId: fate === 'skipped' || fate === 'cancelled' ? null : newId('turn', now.getTime()),
    })),
  }));
  return { now, traceparent, plans };
}

/**
 * Resumes a schedule that is paused. Slots that were due meanwhile are skipped, so the next one is the first behind now. Returns its row as
 * it is then, or undefined when it is unknown.
 */
export async function resumeSchedule(
  db: Database,
  agentId: AgentId,
  id: Id<'schedule'>,
  { now, planSchedule: plan }: { readonly now: Date; readonly planSchedule: typeof planSchedule },
): Promise<ScheduleRow | undefined> {
  return withAgent(db, agentId, async (session) => {
    for (;;) {
      const found = await session.query<DueSchedule>(
        `select id, state, missed, rule, zone, first_wall as "firstWall", to_json(due_at)#>>'{}' as "dueAt" from salience.schedules
         where id = $1 and state = 'paused' for update`,
        [id],
      );
      const [due] = found.rows;
      if (due === undefined) break;
      if (Date.parse(due.dueAt) > now.getTime()) {
        await session.query("update salience.schedules set state = 'active' where id = $1", [id]);
        break;
      }
      const planned = plan(due, { lateMs: 0, now });
      await session.query('select salience.fire_schedules($1::jsonb)', [
        storableJson(fatesJson([planned], { now })),
      ]);
    }
    return (await session.orm.select().from(schedules).where(eq(schedules.id, id)))[0];
  });
}

/**
 * Deletes what became of slots that was decided before an instant of business time, at most `limit` rows at once; the last `keep` of each
 * schedule stay, and so does what is not settled. Each once across the fleet; resolves with how many, 0 when nothing is left. Scheduler role.
 */
export function deleteOldOccurrences(
  db: Database,
  { before, keep, limit }: { readonly before: Date; readonly keep: number; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_occurrences', before, keep, limit);
}
