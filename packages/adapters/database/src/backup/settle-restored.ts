import type { planRestored } from '@salience/schedules';
import type pg from 'pg';
import type { ScheduleRow } from '../queries/schedules.ts';
import { settleInlets, type SettledInlets } from './settle-inlets.ts';

/*
 * A backup is a past state. Its unfinished work continued after it: answers were written, mails were sent, reminders came. A copy
 * that continued from there would do all of it a second time. So no unfinished work continues by itself:
 *
 *   - a waiting or running turn is cancelled, and reported;
 *   - an action that was planned, started, waiting for a retry, or approved and not run has an unknown outcome, and is never retried;
 *   - an open approval expires: the next start says so in its thread, as for every unanswered approval;
 *   - what a schedule had due since the backup is skipped, and reported; what comes later stays;
 *   - a task that waits, runs or is to be tried again has failed, and one that waits for a person is rejected; both are reported;
 *   - a letter that has not left fails, and of one that was leaving nobody knows;
 *   - a mailbox is read from what comes now on: what came since the backup was read then;
 *   - a sender who was let in for a while is not any more: that may have been taken back since;
 *   - what a hook took in since is not known here, but a replay has to come while its timestamp is good: five minutes;
 *   - a notice that was not told yet is undelivered, and what waited for a channel is withdrawn; what was being sent has an unknown end;
 *   - a raised hand that was not told is late, and of one that was being told nobody knows; an answer that has not left for a Bridge does not leave;
 *   - what a person asked to be done with a router policy is refused: it was done then;
 *   - leases end: their owners are processes of the past.
 *
 * Work on memory continues: it reads and writes rows, and has no effect outside.
 */

/** A message that was not answered when the backup was made. */
export interface CancelledTurn {
  readonly turnId: string;
  readonly threadId: string;
}

/** A schedule that was due between the backup and its restore. */
export interface MissedSchedule {
  readonly scheduleId: string;
  readonly threadId: string;
  readonly dueAt: Date;
  readonly text: string;
}

/** The unfinished work of a backup that was ended. */
export interface Settled extends SettledInlets {
  readonly cancelled: readonly CancelledTurn[];
  readonly missed: readonly MissedSchedule[];
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
  bridges: ['lease_until', 'owner'],
  chores: ['lease_until', 'owner'],
  clusters: ['lease_until', 'owner'],
  deliveries: ['claimed_until'],
  drift_agents: ['lease_until', 'owner'],
  hand_deliveries: ['claimed_until'],
  lanes: ['lease_until', 'owner'],
  learning_marks: ['lease_until', 'owner'],
  letters: ['claimed_until'],
  mailboxes: ['lease_until', 'owner'],
  memory_audits: ['claimed_until'],
  memory_leases: ['lease_until', 'owner'],
  pages: ['lease_until', 'owner'],
  roots: ['lease_until', 'owner'],
};

/** The domain's: what becomes of what a restored schedule had due. */
export type PlanRestored = typeof planRestored;

/** Ends the unfinished work in the restored rows, in the caller's transaction. `now` is business time. */
export async function settleRestored(
  client: pg.ClientBase,
  { now, planRestored: plan }: { readonly now: Date; readonly planRestored: PlanRestored },
): Promise<Settled> {
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
  await client.query(
    `with ended as (
       update salience.deliveries set state = case state when 'sending' then 'unknown' else 'withdrawn' end, error = 'restored', settled_at = $1
       where state in ('pending', 'sending')
     ) update salience.notices set settled_at = $1, settled_as = 'undelivered', reason = 'restored', look_at = null where settled_at is null`,
    [now],
  );
  await client.query(
    `update salience.hand_deliveries set state = case when attempts > 0 then 'unknown' else 'late' end, last_error = 'restored', settled_at = $1
     where state in ('pending', 'unknown') and settled_at is null`,
    [now],
  );
  await client.query(
    `update salience.bridge_replies set state = case state when 'sending' then 'unknown' else 'failed' end, error = 'restored', settled_at = $1
     where state in ('waiting', 'sending')`,
    [now],
  );
  await dropSignals(client);
  await client.query(
    "update salience.policy_requests set state = 'refused', outcome = $2, done_at = $1 where state = 'open'",
    [now, { why: 'restored' }],
  );
  const missed = await skipMissed(client, now, plan);
  return {
    cancelled,
    missed,
    unknown: unknown.rowCount ?? 0,
    expired: expired.rowCount ?? 0,
    ...(await settleInlets(client, now)),
  };
}

/** Skips what was due since the backup: what comes once is cancelled, a rule goes on with its next slot. */
async function skipMissed(client: pg.ClientBase, now: Date, planOf: PlanRestored): Promise<MissedSchedule[]> {
  const { rows } = await client.query<ScheduleRow & MissedSchedule>(
    `select id, id as "scheduleId", thread_id as "threadId", text, state, missed, rule, zone, first_wall as "firstWall", due_at as "dueAt"
     from salience.schedules where state in ('active', 'paused') and due_at <= $1 order by due_at, id`,
    [now],
  );
  for (const row of rows) {
    const plan = planOf(row, now);
    const fates = plan.occurrences.map(({ reason, slot }) => ({
      slot: new Date(slot.at),
      wall: slot.wall,
      reason,
    }));
    await client.query(
      `insert into salience.occurrences (schedule_id, slot, agent_id, wall, fate, reason, late_ms, decided_at)
       select s.id, o.slot, s.agent_id, o.wall, 'skipped', o.reason, extract(epoch from $2 - o.slot) * 1000, $2
       from salience.schedules s, jsonb_to_recordset($3) as o(slot timestamptz, wall text, reason text) where s.id = $1
       on conflict do nothing`,
      [row.id, now, JSON.stringify(fates)],
    );
    await client.query(
      `update salience.schedules set due_at = coalesce($3, due_at),
         state = case when rule is null then 'cancelled' when $3::timestamptz is null then 'ended' else state end,
         cancelled_at = case when rule is null then $2::timestamptz end where id = $1`,
      [row.id, now, plan.next === null ? null : new Date(plan.next.at)],
    );
  }
  return rows
    .filter(({ state }) => state === 'active')
    .map(({ dueAt, scheduleId, text, threadId }) => ({ dueAt, scheduleId, text, threadId }));
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

/** What the world was like at the time of the backup is no news: nothing of it is judged, asked or told in a digest any more. */
async function dropSignals(client: pg.ClientBase): Promise<void> {
  await client.query(
    "update salience.activations set state = 'dropped' where state = 'open' or (state = 'told' and turn_id is null)",
  );
  await client.query('update salience.clusters set judged = tail where tail > judged');
}
