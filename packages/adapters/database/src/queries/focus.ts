import type { AgentId, ThreadId, Trust } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** What a thread is to stay with. */
export interface ThreadFocus {
  readonly text: string;
  readonly trust: Trust;
  readonly setAt: Date;
}

/**
 * Sets a thread's focus in place of the one it had. The same key sets it once: repeated, nothing changes, also when it was
 * cleared or replaced since. Gives the focus that holds now.
 */
export function setFocus(
  db: Database,
  focus: {
    readonly agentId: AgentId;
    readonly threadId: ThreadId;
    readonly text: string;
    readonly trust: Trust;
    readonly now: Date;
    readonly idempotencyKey: string;
  },
): Promise<ThreadFocus | undefined> {
  return withAgent(db, focus.agentId, async (client) => {
    const known = await client.query(
      'select 1 from salience.focuses where agent_id = $1 and idempotency_key = $2',
      [focus.agentId, focus.idempotencyKey],
    );
    if (known.rowCount === 0) {
      await client.query(
        'update salience.focuses set cleared_at = $2 where thread_id = $1 and cleared_at is null',
        [focus.threadId, focus.now],
      );
      await client.query(
        `insert into salience.focuses (id, agent_id, thread_id, text, trust, source, set_at, idempotency_key)
         values ($1, $2, $3, $4, $5, 'focus', $6, $7)`,
        [
          newId('focus', focus.now.getTime()),
          focus.agentId,
          focus.threadId,
          focus.text,
          focus.trust,
          focus.now,
          focus.idempotencyKey,
        ],
      );
    }
    const rows = await client.query<ThreadFocus>(liveFocus, [focus.threadId]);
    return rows.rows[0];
  });
}

const liveFocus =
  'select text, trust, set_at as "setAt" from salience.focuses where thread_id = $1 and cleared_at is null';

/** Clears a thread's focus. Returns whether there was one. */
export function clearFocus(
  db: Database,
  focus: { readonly agentId: AgentId; readonly threadId: ThreadId; readonly now: Date },
): Promise<boolean> {
  return withAgent(db, focus.agentId, async (client) => {
    const cleared = await client.query(
      'update salience.focuses set cleared_at = $2 where thread_id = $1 and cleared_at is null',
      [focus.threadId, focus.now],
    );
    return cleared.rowCount !== 0;
  });
}

/** A thread's focus; undefined when it has none. */
export function loadFocus(
  db: Database,
  agentId: AgentId,
  threadId: ThreadId,
): Promise<ThreadFocus | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<ThreadFocus>(liveFocus, [threadId]);
    return rows.rows[0];
  });
}
