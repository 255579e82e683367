import { type Decision, decodeDecision } from '@salience/contracts';
import type { TestDatabase } from './test-database.ts';

/** The stored decision of a turn; undefined for none. */
export async function decisionOf(database: TestDatabase, turnId: string): Promise<Decision | undefined> {
  const [row] = await database.admin<{ body: Buffer }>(
    'select body from salience.decisions where turn_id = $1',
    [turnId],
  );
  return row && decodeDecision(row.body);
}
