import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import { and, eq } from 'drizzle-orm';
import { call, type Database, withAgent } from '../connect.ts';
import { reminders } from '../schema/operations.ts';
import { storableJson } from '../storable.ts';
import { newId } from '../new-id.ts';

/** A reminder that became a turn; the caller wakes its lane. */
export interface FiredReminder {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly fence: number;
  /** As where a message is accepted: the live worker to wake. */
  readonly heldBy: Id<'worker'> | null;
  readonly reminderId: string;
  readonly lateMs: number;
}

/** Fires due reminders as turns, each exactly once across the fleet. Scheduler role. */
export function fireReminders(
  db: Database,
  options: { now: Date; limit: number; traceparent?: string },
): Promise<FiredReminder[]> {
  const turnIds = Array.from({ length: options.limit }, () => newId('turn', options.now.getTime()));
  return call(db, 'fire_reminders', { ...options, turnIds });
}

/** A reminder. */
export type ReminderRow = Readonly<typeof reminders.$inferSelect>;

/** Keeps a reminder for a thread; makes the thread when the key is new. Undefined when the thread id is unknown. */
export function createReminder(
  db: Database,
  reminder: {
    agentId: AgentId;
    thread: string | undefined;
    caller: string;
    text: string;
    dueAt: Date;
    source: string;
    trust: Trust;
    now: Date;
    /** The IANA time zone of who asks for it. */
    zone: string;
    /** The turn goes on with this trace when the reminder fires. */
    traceparent?: string | undefined;
  },
): Promise<ReminderRow | undefined> {
  return withAgent(db, reminder.agentId, async (session) => {
    const { caller, now, thread, ...kept } = reminder;
    const { agentId, source } = kept;
    const p = storableJson({ agentId, newThreadId: newId('thread', now.getTime()), caller, source, now });
    const found = thread?.startsWith('thr_')
      ? await session.query<{ id: ThreadId }>('select id from salience.threads where id = $1', [thread])
      : thread !== undefined
        ? await session.query<{ id: ThreadId }>('select id from salience.ensure_thread($1, $2)', [p, thread])
        : await session.query<{ id: ThreadId }>('select id from salience.current_thread($1)', [p]);
    const threadId = found.rows[0]?.id;
    if (threadId === undefined) return undefined;
    const row = { ...kept, id: newId('reminder', now.getTime()), threadId, createdAt: now };
    return (await session.orm.insert(reminders).values(row).returning())[0];
  });
}

/** A reminder that an action of a run makes. */
export interface ScheduleReminder {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly text: string;
  readonly dueAt: Date;
  /** That of the turn whose run it is. */
  readonly trust: Trust;
  readonly now: Date;
  /** The zone of that turn. */
  readonly zone: string;
  /** The action's own: made once, however often the action is tried. */
  readonly idempotencyKey: string;
  readonly traceparent?: string | undefined;
  /** The turn that asked for it. */
  readonly turnId: TurnId;
}

/** Keeps a reminder for a thread, once per key; `made` is false when the key had made it before. */
export function scheduleReminder(
  db: Database,
  reminder: ScheduleReminder,
): Promise<ReminderRow & { readonly made: boolean }> {
  const { now, turnId, ...kept } = reminder;
  return withAgent(db, reminder.agentId, async ({ orm }) => {
    const id = newId('reminder', now.getTime());
    const [made] = await orm
      .insert(reminders)
      .values({ ...kept, id, source: 'schedule', createdAt: now, madeTurnId: turnId })
      // The key is the only thing that can be there before.
      .onConflictDoNothing()
      .returning();
    if (made !== undefined) return { ...made, made: true };
    const { agentId, idempotencyKey } = reminders;
    const byKey = and(eq(agentId, kept.agentId), eq(idempotencyKey, kept.idempotencyKey));
    const [known] = await orm.select().from(reminders).where(byKey);
    return { ...(known as ReminderRow), made: false };
  });
}

/** The agent's reminders, soonest first; only those of a state where one is named. */
export function listReminders(
  db: Database,
  agentId: AgentId,
  limit: number,
  state?: ReminderRow['state'],
): Promise<ReminderRow[]> {
  const wanted = state && eq(reminders.state, state);
  return withAgent(db, agentId, ({ orm }) =>
    orm.select().from(reminders).where(wanted).orderBy(reminders.dueAt).limit(limit),
  );
}

/** Cancels a reminder that has not fired, in the turn that asks for it where one does. Returns its row, or undefined when it is unknown. */
export function cancelReminder(
  db: Database,
  agentId: AgentId,
  id: Id<'reminder'>,
  { now, turnId }: { readonly now: Date; readonly turnId?: TurnId },
): Promise<ReminderRow | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const meant = eq(reminders.id, id);
    await orm
      .update(reminders)
      .set({ state: 'cancelled', cancelledAt: now, cancelledTurnId: turnId })
      .where(and(meant, eq(reminders.state, 'pending')));
    return (await orm.select().from(reminders).where(meant))[0];
  });
}
