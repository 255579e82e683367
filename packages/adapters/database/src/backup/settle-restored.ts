import type pg from 'pg';

/*
 * A backup is a past state. Its unfinished work continued after it: answers were written, mails were sent, reminders fired. A copy
 * that continued from there would do all of it a second time. So no unfinished work continues by itself:
 *
 *   - a waiting or running turn is cancelled, and reported;
 *   - an action that was planned, started, waiting for a retry, or approved and not run has an unknown outcome, and is never retried;
 *   - an open approval expires: the next start says so in its thread, as for every unanswered approval;
 *   - a reminder that was due since the backup does not fire, and is reported; later ones stay;
 *   - leases end: their owners are processes of the past.
 *
 * Work on memory continues: it reads and writes rows, and has no effect outside.
 */

/** A message that was not answered when the backup was made. */
export interface CancelledTurn {
  readonly turnId: string;
  readonly threadId: string;
}

/** A reminder that was due between the backup and its restore. */
export interface MissedReminder {
  readonly reminderId: string;
  readonly threadId: string;
  readonly dueAt: Date;
  readonly text: string;
}

/** The unfinished work of a backup that was ended. */
export interface Settled {
  readonly cancelled: readonly CancelledTurn[];
  readonly missed: readonly MissedReminder[];
  /** Actions whose outcome is unknown now. */
  readonly unknown: number;
  /** Expired approvals. */
  readonly expired: number;
}

const notAnswered = {
  code: 'turn.restored',
  message:
    'It was not answered yet when the backup was made that this conversation was restored from. Say it again.',
  recoverable: true,
};

const nobodyKnows = {
  outcome: 'unknown',
  text:
    'Nobody knows whether this was done: it was under way when the backup was made that this conversation was restored from. ' +
    'It is not tried again. Say so plainly; do not call it done or failed.',
  trust: 'agent',
  transient: false,
  durationMs: 0,
};

/** Columns with leases; a test compares this with the schema. */
export const leases: Readonly<Record<string, readonly string[]>> = {
  chores: ['lease_until', 'owner'],
  drift_agents: ['lease_until', 'owner'],
  lanes: ['lease_until', 'owner'],
  memory_audits: ['claimed_until'],
  memory_leases: ['lease_until', 'owner'],
};

/** Ends the unfinished work in the restored rows, in the caller's transaction. `now` is business time. */
export async function settleRestored(client: pg.ClientBase, now: Date): Promise<Settled> {
  for (const [table, columns] of Object.entries(leases))
    await client.query(
      `update salience.${table} set ${columns.map((column) => `${column} = null`).join(', ')} where num_nonnulls(${columns.join(', ')}) > 0`,
    );
  const cancelled = await cancelTurns(client, now);
  const unknown = await client.query(
    `update salience.act_steps s set state = 'unknown', reason = 'outcome_unknown', result = $2, retry_at = null, at = $1
     where kind = 'action' and (state in ('planned', 'started', 'waiting') or state = 'asked' and not exists (
       select from salience.approvals a where a.run_id = s.run_id and a.n = s.n and a.state = 'pending'))`,
    [now, nobodyKnows],
  );
  const expired = await client.query(
    "update salience.approvals set expires_at = least(expires_at, $1) where state = 'pending'",
    [now],
  );
  const missed = await client.query<MissedReminder>(
    `with missed as (
       update salience.reminders set state = 'cancelled', cancelled_at = $1 where state = 'pending' and due_at <= $1
       returning id, thread_id, due_at, text)
     select id as "reminderId", thread_id as "threadId", due_at as "dueAt", text from missed order by due_at, id`,
    [now],
  );
  return {
    cancelled,
    missed: missed.rows,
    unknown: unknown.rowCount ?? 0,
    expired: expired.rowCount ?? 0,
  };
}

/** Cancels turns, and empties their lanes. */
async function cancelTurns(client: pg.ClientBase, now: Date): Promise<CancelledTurn[]> {
  const { rows } = await client.query<CancelledTurn>(
    `with ended as (
       update salience.turns set state = 'cancelled', ended_at = $1, error = $2 where state in ('pending', 'running')
       returning id, agent_id, thread_id, seq, fence
     ), told as (
       insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at)
       select id, agent_id, thread_id, seq, 'cancelled', fence, $1 from ended
     ) select id as "turnId", thread_id as "threadId" from ended order by thread_id, seq`,
    [now, notAnswered],
  );
  await client.query('update salience.lanes set cursor = tail, wake_at = null where cursor < tail');
  return rows;
}
