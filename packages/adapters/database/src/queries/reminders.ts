import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import { call, type Database, withAgent } from '../connect.ts';
import { storableJson } from '../storable.ts';
import { newId } from '../new-id.ts';

/** Fires due reminders as turns, each exactly once across the fleet. Scheduler role. */
export function fireReminders(
  db: Database,
  options: { now: Date; limit: number; traceparent?: string },
): Promise<{ agentId: AgentId; threadId: ThreadId; fence: number; reminderId: string; lateMs: number }[]> {
  const turnIds = Array.from({ length: options.limit }, () => newId('turn', options.now.getTime()));
  return call(db, 'fire_reminders', { ...options, turnIds });
}

/** A reminder row. */
export interface ReminderRow {
  readonly id: Id<'reminder'>;
  readonly threadId: ThreadId;
  readonly text: string;
  readonly dueAt: Date;
  readonly state: 'pending' | 'fired' | 'cancelled';
  readonly turnId: TurnId | null;
  readonly trust: Trust;
  /** The IANA time zone of who asked for it. */
  readonly zone: string;
}

const reminderColumns = `id, thread_id as "threadId", text, due_at as "dueAt", state, turn_id as "turnId", trust, zone`;

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
  return withAgent(db, reminder.agentId, async (client) => {
    const p = {
      agentId: reminder.agentId,
      newThreadId: newId('thread', reminder.now.getTime()),
      caller: reminder.caller,
      source: reminder.source,
      now: reminder.now,
    };
    const isId = reminder.thread?.startsWith('thr_') ?? false;
    const found = isId
      ? await client.query<{ id: string }>('select id from salience.threads where id = $1', [reminder.thread])
      : reminder.thread !== undefined
        ? await client.query<{ id: string }>('select id from salience.ensure_thread($1, $2)', [
            storableJson(p),
            reminder.thread,
          ])
        : await client.query<{ id: string }>('select id from salience.current_thread($1)', [storableJson(p)]);
    const threadId = found.rows[0]?.id;
    if (threadId === undefined) return undefined;
    const rows = await client.query<ReminderRow>(
      `insert into salience.reminders (id, agent_id, thread_id, text, trust, source, due_at, created_at, traceparent, zone)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${reminderColumns}`,
      [
        newId('reminder', reminder.now.getTime()),
        reminder.agentId,
        threadId,
        reminder.text,
        reminder.trust,
        reminder.source,
        reminder.dueAt,
        reminder.now,
        reminder.traceparent ?? null,
        reminder.zone,
      ],
    );
    return rows.rows[0];
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
  return withAgent(db, reminder.agentId, async (client) => {
    const made = await client.query<ReminderRow>(
      `insert into salience.reminders (id, agent_id, thread_id, text, trust, source, due_at, created_at, traceparent, idempotency_key,
         made_turn_id, zone)
       values ($1, $2, $3, $4, $5, 'schedule', $6, $7, $8, $9, $10, $11)
       on conflict (agent_id, idempotency_key) where idempotency_key is not null do nothing returning ${reminderColumns}`,
      [
        newId('reminder', reminder.now.getTime()),
        reminder.agentId,
        reminder.threadId,
        reminder.text,
        reminder.trust,
        reminder.dueAt,
        reminder.now,
        reminder.traceparent ?? null,
        reminder.idempotencyKey,
        reminder.turnId,
        reminder.zone,
      ],
    );
    if (made.rows[0] !== undefined) return { ...made.rows[0], made: true };
    const known = await client.query<ReminderRow>(
      `select ${reminderColumns} from salience.reminders where agent_id = $1 and idempotency_key = $2`,
      [reminder.agentId, reminder.idempotencyKey],
    );
    return { ...(known.rows[0] as ReminderRow), made: false };
  });
}

/** The agent's reminders, soonest first; only those of a state where one is named. */
export function listReminders(
  db: Database,
  agentId: AgentId,
  limit: number,
  state?: ReminderRow['state'],
): Promise<ReminderRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<ReminderRow>(
      `select ${reminderColumns} from salience.reminders where $2::text is null or state = $2 order by due_at limit $1`,
      [limit, state ?? null],
    );
    return rows.rows;
  });
}

/** Cancels a reminder that has not fired, in the turn that asks for it where one does. Returns its row, or undefined when it is unknown. */
export function cancelReminder(
  db: Database,
  agentId: AgentId,
  id: Id<'reminder'>,
  { now, turnId }: { readonly now: Date; readonly turnId?: TurnId },
): Promise<ReminderRow | undefined> {
  return withAgent(db, agentId, async (client) => {
    await client.query(
      `update salience.reminders set state = 'cancelled', cancelled_at = $2, cancelled_turn_id = $3
       where id = $1 and state = 'pending'`,
      [id, now, turnId ?? null],
    );
    const rows = await client.query<ReminderRow>(
      `select ${reminderColumns} from salience.reminders where id = $1`,
      [id],
    );
    return rows.rows[0];
  });
}
