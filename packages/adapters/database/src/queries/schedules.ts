import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import type { slotsOf } from '@salience/schedules';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { call, type Database, type Session, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { occurrences, schedules } from '../schema/schedules.ts';
import { storableJson } from '../storable.ts';

/** A schedule. */
export type ScheduleRow = Readonly<typeof schedules.$inferSelect>;

/** What became of one slot of a schedule. */
export type OccurrenceRow = Readonly<typeof occurrences.$inferSelect>;

/** What a schedule is made of; its times were checked with `slotsOf` of the domain. */
export interface NewSchedule {
  readonly agentId: AgentId;
  readonly kind: ScheduleRow['kind'];
  readonly text: string;
  readonly trust: Trust;
  /** Whom it is for; null: the owner. */
  readonly speaker: string | null;
  /** The IANA time zone of who asks for it. */
  readonly zone: string;
  /** The first time on the clock of the zone: `2026-11-23T09:00:00`. */
  readonly firstWall: string;
  /** An RRULE; null: once. */
  readonly rule: string | null;
  /** The first slot. */
  readonly dueAt: Date;
  readonly now: Date;
  /** Its turns go on with this trace. */
  readonly traceparent?: string | undefined;
}

/** Which schedules are listed. */
export interface ScheduleFilter {
  readonly states?: readonly ScheduleRow['state'][] | undefined;
  /** The due time and the id of the last one of the page before. */
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

/** The domain's: the slots of a schedule. */
type SlotsOf = typeof slotsOf;

/** Keeps a schedule for a thread; makes the thread when the key is new. Undefined when the thread id is unknown. */
export function createSchedule(
  db: Database,
  schedule: NewSchedule & {
    readonly thread: string | undefined;
    readonly caller: string;
    /** As of `AcceptTurn`. */
    readonly expiryMs?: number | undefined;
    readonly source: string;
  },
): Promise<ScheduleRow | undefined> {
  return withAgent(db, schedule.agentId, async (session) => {
    const { caller, expiryMs, now, thread, ...kept } = schedule;
    const { agentId, source } = kept;
    const newThreadId = newId('thread', now.getTime());
    const p = storableJson({ agentId, newThreadId, caller, source, now, expiryMs });
    const found = thread?.startsWith('thr_')
      ? await session.query<{ id: ThreadId }>('select id from salience.threads where id = $1', [thread])
      : thread !== undefined
        ? await session.query<{ id: ThreadId }>('select id from salience.ensure_thread($1, $2)', [p, thread])
        : await session.query<{ id: ThreadId }>('select id from salience.current_thread($1)', [p]);
    const threadId = found.rows[0]?.id;
    if (threadId === undefined) return undefined;
    const row = { ...kept, id: newId('schedule', now.getTime()), threadId, createdAt: now };
    return (await session.orm.insert(schedules).values(row).returning())[0];
  });
}

/** Keeps a schedule that an action of a run makes, once per key; `made` is false when the key had made it before. */
export function scheduleByAction(
  db: Database,
  schedule: NewSchedule & {
    readonly threadId: ThreadId;
    /** The action's own: made once, however often the action is tried. */
    readonly idempotencyKey: string;
    /** The turn that asked for it. */
    readonly turnId: TurnId;
  },
): Promise<ScheduleRow & { readonly made: boolean }> {
  const { now, turnId, ...kept } = schedule;
  return withAgent(db, schedule.agentId, async ({ orm }) => {
    const id = newId('schedule', now.getTime());
    const [made] = await orm
      .insert(schedules)
      .values({ ...kept, id, source: 'schedule', createdAt: now, madeTurnId: turnId })
      // The key is the only thing that can be there before.
      .onConflictDoNothing()
      .returning();
    if (made !== undefined) return { ...made, made: true };
    const { agentId, idempotencyKey } = schedules;
    const byKey = and(eq(agentId, kept.agentId), eq(idempotencyKey, kept.idempotencyKey));
    const [known] = await orm.select().from(schedules).where(byKey);
    return { ...(known as ScheduleRow), made: false };
  });
}

/** The agent's schedules, soonest first; only those of some states, and only those behind a place, where they are named. */
export function listSchedules(
  db: Database,
  agentId: AgentId,
  limit: number,
  { after, states }: ScheduleFilter = {},
): Promise<ScheduleRow[]> {
  const { dueAt, id, state } = schedules;
  const wanted = and(
    states && inArray(state, [...states]),
    after && sql`(${dueAt}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id})`,
  );
  return withAgent(db, agentId, ({ orm }) =>
    orm.select().from(schedules).where(wanted).orderBy(dueAt, id).limit(limit),
  );
}

/** A schedule of the agent; undefined when it is unknown. */
export function loadSchedule(
  db: Database,
  agentId: AgentId,
  id: Id<'schedule'>,
): Promise<ScheduleRow | undefined> {
  return withAgent(
    db,
    agentId,
    async ({ orm }) => (await orm.select().from(schedules).where(eq(schedules.id, id)))[0],
  );
}

/** What became of the slots of a schedule, latest first: those before a slot where one is named. */
export function listOccurrences(
  db: Database,
  agentId: AgentId,
  id: Id<'schedule'>,
  page: { readonly limit: number; readonly before?: Date | undefined },
): Promise<OccurrenceRow[]> {
  const ofIt = eq(occurrences.scheduleId, id);
  const wanted = page.before === undefined ? ofIt : and(ofIt, lt(occurrences.slot, page.before));
  return withAgent(db, agentId, ({ orm }) =>
    orm.select().from(occurrences).where(wanted).orderBy(desc(occurrences.slot)).limit(page.limit),
  );
}

/** Pauses a schedule that is active; what is due meanwhile is skipped. Returns its row as it is then, or undefined when it is unknown. */
export function pauseSchedule(
  db: Database,
  agentId: AgentId,
  id: Id<'schedule'>,
): Promise<ScheduleRow | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const meant = eq(schedules.id, id);
    await orm
      .update(schedules)
      .set({ state: 'paused' })
      .where(and(meant, eq(schedules.state, 'active')));
    return (await orm.select().from(schedules).where(meant))[0];
  });
}

/**
 * Ends a schedule that is active or paused: `cancelled` takes the request back, `ended` lets it be over. The slots that are due and the
 * next one have the fate `cancelled`. Returns its row as it is then, or undefined when it is unknown.
 */
export function closeSchedule(
  db: Database,
  agentId: AgentId,
  id: Id<'schedule'>,
  close: {
    readonly as: 'cancelled' | 'ended';
    readonly now: Date;
    readonly slotsOf: SlotsOf;
    readonly turnId?: TurnId;
  },
): Promise<ScheduleRow | undefined> {
  return withAgent(db, agentId, async (session) => {
    const { as, now, turnId } = close;
    const row = await lockSchedule(session, id);
    if (row === undefined || (row.state !== 'active' && row.state !== 'paused')) return row;
    const slots = close.slotsOf({ first: row.firstWall, rule: row.rule, zone: row.zone });
    const open: OccurrenceRow[] = [];
    const most = 1_000;
    for (let at: number | undefined = row.dueAt.getTime(); at !== undefined && open.length < most; ) {
      const isDue: boolean = at <= now.getTime();
      const lateMs = now.getTime() - at;
      const none = { idempotencyKey: null, reason: null, standsFor: null, turnId: null };
      open.push({
        ...none,
        scheduleId: id,
        slot: new Date(at),
        agentId,
        wall: slots.wall(at),
        fate: 'cancelled',
        lateMs,
        decidedAt: now,
      });
      at = isDue ? slots.next(at)?.at : undefined;
    }
    await session.orm.insert(occurrences).values(open).onConflictDoNothing();
    const cancelled = as === 'cancelled' ? { cancelledAt: now, cancelledTurnId: turnId } : {};
    const [closed] = await session.orm
      .update(schedules)
      .set({ state: as, ...cancelled })
      .where(eq(schedules.id, id))
      .returning();
    return closed;
  });
}

/** A run of a schedule that somebody asked for. */
export interface AskedRun {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly fence?: number;
  readonly heldBy?: Id<'worker'> | null;
  readonly replayed: boolean;
}

/**
 * Runs a schedule now, beside its slots; the caller wakes the lane. With a key, once per key. Null when it is neither active nor paused.
 */
export function runSchedule(
  db: Database,
  schedule: ScheduleRow,
  {
    key,
    now,
    slotsOf,
    traceparent,
  }: {
    readonly key?: string;
    readonly now: Date;
    readonly slotsOf: SlotsOf;
    readonly traceparent?: string | undefined;
  },
): Promise<AskedRun | null> {
  return call(db, 'run_schedule', {
    agentId: schedule.agentId,
    id: schedule.id,
    turnId: newId('turn', now.getTime()),
    now,
    wall: slotsOf({ first: schedule.firstWall, rule: schedule.rule, zone: schedule.zone }).wall(
      now.getTime(),
    ),
    key: key ?? null,
    traceparent,
  });
}

async function lockSchedule({ orm }: Session, id: Id<'schedule'>): Promise<ScheduleRow | undefined> {
  return (await orm.select().from(schedules).where(eq(schedules.id, id)).for('update'))[0];
}
