import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** The turn that was answered or overheard just before another in its thread; undefined where there is none that was not forgotten. */
export function turnBefore(db: Database, agentId: AgentId, turnId: TurnId): Promise<TurnId | undefined> {
  return withAgent(db, agentId, async (session) => {
    const { rows } = await session.query<{ id: TurnId }>({
      name: 'turn_before',
      text: `select b.id from salience.turns t join salience.turns b on b.thread_id = t.thread_id and b.seq < t.seq
        where t.id = $2 and t.agent_id = $1 and b.forgotten_at is null and b.state in ('answered', 'ignored')
        order by b.seq desc limit 1`,
      values: [agentId, turnId],
    });
    return rows[0]?.id;
  });
}
