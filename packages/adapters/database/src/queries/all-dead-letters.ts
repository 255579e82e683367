import type { Id } from '@salience/contracts';
import { type Database, inTransaction, query } from '../connect.ts';
import { newId } from '../new-id.ts';
import { type DeadLetterRow, deadLetterColumns } from './operations.ts';

/**
 * The dead letters of every agent, and those of no agent (their payload could not be read), the latest first.
 * Operator role.
 */
export async function listAllDeadLetters(
  db: Database,
  options: { readonly settledToo: boolean; readonly limit: number },
): Promise<DeadLetterRow[]> {
  return await query<DeadLetterRow & Record<string, unknown>>(
    db,
    'list_all_dead_letters',
    `select ${deadLetterColumns} from salience.dead_letters where $1 or state = 'dead'
     order by created_at desc limit $2`,
    [options.settledToo, options.limit],
  );
}

/** How many dead letters nobody has settled yet, of every agent and of none. Operator role. */
export async function countAllDeadLetters(db: Database): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    'count_all_dead_letters',
    "select count(*)::int as n from salience.dead_letters where state = 'dead'",
    [],
  );
  return rows[0]?.n ?? 0;
}

/** How the settling of a dead letter went; only `settled` changed something. */
export type SettledDeadLetter =
  | { readonly status: 'settled'; readonly letter: DeadLetterRow }
  /** Its job can never be sent again: the payload does not say whose it is. */
  | { readonly status: 'unsendable'; readonly letter: DeadLetterRow }
  /** There is none of that id that is still dead. */
  | { readonly status: 'unknown' };

/**
 * Settles the dead letter of any agent or of none: `retried` puts its job into the outbox in the same transaction,
 * `dropped` does not. Operator role.
 */
export function settleAnyDeadLetter(
  db: Database,
  id: Id<'deadLetter'>,
  outcome: 'retried' | 'dropped',
): Promise<SettledDeadLetter> {
  return inTransaction(db, async (client) => {
    const found = await client.query<DeadLetterRow>(
      `select ${deadLetterColumns} from salience.dead_letters where id = $1 and state = 'dead' for update`,
      [id],
    );
    const letter = found.rows[0];
    if (letter === undefined) return { status: 'unknown' };
    if (outcome === 'retried' && letter.agentId === null) return { status: 'unsendable', letter };
    await client.query('update salience.dead_letters set state = $2, settled_at = now() where id = $1', [
      id,
      outcome,
    ]);
    if (outcome === 'retried') {
      await client.query('insert into salience.outbox (id, agent_id, job, payload) values ($1, $2, $3, $4)', [
        newId('outbox'),
        letter.agentId,
        letter.job,
        JSON.stringify(letter.payload),
      ]);
    }
    return { status: 'settled', letter: { ...letter, state: outcome } };
  });
}
