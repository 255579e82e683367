import { until } from '../until.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * What is not remembered yet and due at an instant, as columns of a select list: exchanges, stretches and retries, each a count. `of`: a
 * condition on the agent, in SQL; every agent's unless told.
 */
export function unremembered(at: string, of = 'true'): string {
  return `(select count(*)::int from salience.exchanges e left join salience.memory_progress m on m.thread_id = e.thread_id
      where e.seq > coalesce(m.chunked_seq, 0) and (m.chunk_at is null or m.chunk_at <= ${at}) and ${of.replace('agent_id', 'e.agent_id')}) as exchanges,
    (select count(*)::int from salience.memory_progress where told_seq < chunked_seq and tell_at <= ${at} and ${of}) as stretches,
    (select count(*)::int from salience.memory_retries where due_at <= ${at} and ${of}) as retries`;
}

/** Resolves when everything that is due is remembered, of one agent or of all. `at`: an instant in SQL; that of the database's clock unless told. */
export async function untilRemembered(
  database: TestDatabase,
  {
    agentId,
    at = 'now()',
    timeoutMs = 60_000,
  }: { readonly agentId?: string; readonly at?: string; readonly timeoutMs?: number } = {},
): Promise<void> {
  const of = agentId === undefined ? 'true' : `agent_id = '${agentId}'`;
  let left: Record<string, number> = {};
  const quiet = async (): Promise<boolean> => {
    [left = {}] = await database.admin<Record<string, number>>(`select ${unremembered(at, of)}`);
    return Object.values(left).every((count) => count === 0);
  };
  await until(quiet, { what: 'everything to be remembered', timeoutMs, everyMs: 50 }).catch((cause) => {
    throw new Error(`Not everything is remembered: ${JSON.stringify(left)}`, { cause });
  });
}
