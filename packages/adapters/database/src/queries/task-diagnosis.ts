import { type Database, query } from '../connect.ts';

/** Tasks, inlets and letters that want somebody's attention, over all agents. */
export interface TaskFacts {
  /** Tasks that failed or died in the last day. */
  readonly failed: number;
  /** Messages and steps that wait for a person, and for how long the oldest has. */
  readonly reviews: number;
  readonly oldestReviewSeconds: number;
  /** Mails of which nobody knows whether they left, and those that did not. */
  readonly unknownLetters: number;
  readonly failedLetters: number;
  /** Mailboxes that cannot be read, each with the code of its last error. */
  readonly mailboxes: readonly { readonly name: string; readonly error: string; readonly failures: number }[];
}

/** Counts what of authorised work wants attention. Operator. */
export async function inspectTasks(db: Database, now: Date): Promise<TaskFacts> {
  const rows = await query<{ r: TaskFacts }>(
    db,
    'inspect_tasks',
    `select jsonb_build_object(
       'failed', (select count(*) from salience.tasks where state in ('failed', 'dead') and ended_at > $1::timestamptz - interval '1 day'),
       'reviews', (select count(*) from salience.approvals where state = 'pending' and kind <> 'call'),
       'oldestReviewSeconds', (select coalesce(extract(epoch from $1::timestamptz - min(created_at)), 0) from salience.approvals
         where state = 'pending' and kind <> 'call'),
       'unknownLetters', (select count(*) from salience.letters where state = 'unknown'),
       'failedLetters', (select count(*) from salience.letters where state = 'failed'),
       'mailboxes', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'error', error, 'failures', failures) order by name)
         from salience.mailboxes where error is not null), '[]')) as r`,
    [now],
  );
  return (rows[0] as { r: TaskFacts }).r;
}
