import type pg from 'pg';

/** A task that was not over when the backup was made. */
export interface EndedTask {
  readonly taskId: string;
  readonly title: string;
  readonly state: 'failed' | 'rejected';
}

/** What was under way between a backup and the world outside, in numbers. */
export interface SettledInlets {
  /** Letters that do not leave, and those of which nobody knows whether they left. */
  readonly letters: { readonly failed: number; readonly unknown: number };
  /** Mailboxes that are read from what comes now on. */
  readonly mailboxes: number;
  /** Sessions of senders that ended. */
  readonly sessions: number;
}

/** Ends tasks, letters and sessions of senders, and has mailboxes read from what comes now on. `now` is business time. */
export async function settleInlets(client: pg.ClientBase, now: Date): Promise<SettledInlets> {
  await endTasks(client, now);
  const letters = await client.query<{ state: 'failed' | 'unknown' }>(
    `update salience.letters set state = case state when 'sending' then 'unknown' else 'failed' end, error = 'restored', settled_at = $1
     where state in ('pending', 'sending') returning state`,
    [now],
  );
  // The last number stays: it tells this mailbox from one that was never read, whose mails its settings may want from the first one on.
  const mailboxes = await client.query(
    'update salience.mailboxes set uid_validity = null, failures = 0, error = null, retry_at = null where last_uid is not null',
  );
  const sessions = await client.query(
    'update salience.sender_sessions set revoked_at = $1 where until > $1 and revoked_at is null',
    [now],
  );
  const failed = letters.rows.filter(({ state }) => state === 'failed').length;
  return {
    letters: { failed, unknown: letters.rows.length - failed },
    mailboxes: mailboxes.rowCount ?? 0,
    sessions: sessions.rowCount ?? 0,
  };
}

/** One that waits for a person is rejected: what failed may be tried again, and nobody has allowed that one. */
async function endTasks(client: pg.ClientBase, now: Date): Promise<void> {
  await client.query(
    `with ended as (
       update salience.tasks set state = case state when 'awaiting_review' then 'rejected' else 'failed' end, reason = $2,
         approval_id = null, ended_at = $1, version = version + 1
       where ended_at is null returning id
     ) update salience.task_steps s set state = case s.state when 'asked' then 'refused' else 'failed' end, ended_at = $1
       from ended where s.task_id = ended.id and s.ended_at is null`,
    [now, restoredReason],
  );
}

const restoredReason = 'restored';

/** The tasks that a restore at `now` ended, in their order, without those that are forgotten. */
export async function endedTasks(client: pg.ClientBase, now: Date): Promise<EndedTask[]> {
  const { rows } = await client.query<EndedTask>(
    `select id as "taskId", title, state from salience.tasks t where reason = $2 and ended_at = $1
       and not exists (select 1 from salience.tombstones b where b.agent_id = t.agent_id and b.item_id = t.id) order by created_at, id`,
    [now, restoredReason],
  );
  return rows;
}
