import type { TestDatabase } from './test-database.ts';

/** Ends turns as three crashes would have; all there are unless one is named. `at` is an expression of SQL. */
export async function plantQuarantined(database: TestDatabase, turnId?: string, at = 'now()'): Promise<void> {
  await database.admin(
    `with t as (update salience.turns set state = 'quarantined', attempts = 3, ended_at = ${at}
       where $1::text is null or id = $1 returning *)
     insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at)
     select id, agent_id, thread_id, seq, state, fence, ended_at from t`,
    [turnId ?? null],
  );
}
