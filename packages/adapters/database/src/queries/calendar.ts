import type { AgentId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';
import type { OccurrenceRow, ScheduleRow } from './schedules.ts';

/** What became of a slot, as a calendar shows it. */
export type CalendarOccurrence = Pick<
  OccurrenceRow,
  'fate' | 'lateMs' | 'reason' | 'scheduleId' | 'slot' | 'standsFor' | 'turnId'
>;

/** The part of a calendar that is read. */
export interface CalendarPage {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly schedulesMax: number;
  /** Of one schedule; the latest are read. */
  readonly occurrencesMax: number;
}

const scheduleColumns = `s.id, s.agent_id as "agentId", s.thread_id as "threadId", s.kind, s.text, s.speaker, s.zone, s.first_wall as "firstWall", s.rule,
  s.due_at as "dueAt", s.state`;

/** A schedule as a calendar needs it. */
export type CalendarSchedule = Pick<
  ScheduleRow,
  | 'agentId'
  | 'dueAt'
  | 'firstWall'
  | 'id'
  | 'kind'
  | 'rule'
  | 'speaker'
  | 'state'
  | 'text'
  | 'threadId'
  | 'zone'
>;

/**
 * The schedules of an agent that are active or paused and due before a span of time ends, or of which a slot of the span has a fate, those that are not over first;
 * with the fates of these slots, in order. One more of each is read than is wanted: then there are more. Consumer.
 */
export function readCalendar(
  db: Database,
  agentId: AgentId,
  { from, occurrencesMax, schedulesMax, to }: CalendarPage,
): Promise<{
  readonly schedules: readonly CalendarSchedule[];
  readonly occurrences: readonly CalendarOccurrence[];
}> {
  return withAgent(db, agentId, async (session) => {
    const schedules = await session.query<CalendarSchedule>(
      `select ${scheduleColumns} from salience.schedules s
       where s.agent_id = $1 and ((s.state in ('active', 'paused') and s.due_at < $3)
         or exists (select 1 from salience.occurrences o where o.schedule_id = s.id and o.slot >= $2 and o.slot < $3))
       order by s.state in ('active', 'paused') desc, s.due_at, s.id limit $4`,
      [agentId, from, to, schedulesMax + 1],
    );
    const ids = schedules.rows.slice(0, schedulesMax).map(({ id }) => id);
    const occurrences = await session.query<CalendarOccurrence & { lateMs: number | string }>(
      `select o.schedule_id as "scheduleId", o.slot, o.fate, o.reason, o.stands_for as "standsFor", o.turn_id as "turnId", o.late_ms as "lateMs"
       from unnest($1::text[]) as s(id) cross join lateral (
         select * from salience.occurrences x where x.schedule_id = s.id and x.slot >= $2 and x.slot < $3 order by x.slot desc limit $4) o
       order by o.slot, o.schedule_id`,
      [ids, from, to, occurrencesMax + 1],
    );
    return {
      schedules: schedules.rows,
      occurrences: occurrences.rows.map((row) => ({ ...row, lateMs: Number(row.lateMs) })),
    };
  });
}
