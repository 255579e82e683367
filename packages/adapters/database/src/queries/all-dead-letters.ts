import type { Id } from '@salience/contracts';
import { type Database, query } from '../connect.ts';
import { type DeadLetterRow, deadLetterColumns } from './operations.ts';

/** One dead letter of any agent or of none, settled or not; undefined when there is none of that id. Operator role. */
export async function findAnyDeadLetter(
  db: Database,
  id: Id<'deadLetter'>,
): Promise<DeadLetterRow | undefined> {
  const rows = await query<DeadLetterRow & Record<string, unknown>>(
    db,
    'find_any_dead_letter',
    `select ${deadLetterColumns} from salience.dead_letters where id = $1`,
    [id],
  );
  return rows[0];
}
