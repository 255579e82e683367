import { deadLetterViewSchema, pageSchema } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../context.ts';
import { readRun } from '../home/run-file.ts';

/** How many dead letters wait for somebody to settle them, and whose they are. */
export interface OpenDeadLetters {
  readonly open: number;
  /** `all`: of every agent and of none; `agent`: only those of the agent that asks. */
  readonly of: 'all' | 'agent';
}

const lettersSchema = pageSchema(deadLetterViewSchema).pick({ items: true });

/**
 * Counts open dead letters: in the database as operator where that database belongs to the Salience that is asked
 * and can be reached, else through the API, which knows those of one agent (200 at most).
 */
export async function openDeadLetters(context: Context, client: ApiClient): Promise<OpenDeadLetters> {
  const ours =
    context.env.databaseUrl !== undefined || readRun(context.home.runFile)?.url === client.address.url;
  const all = ours ? await countAll(context) : undefined;
  if (all !== undefined) return { open: all, of: 'all' };
  const { items } = await client.ask('/dead-letters?limit=200', lettersSchema);
  return { open: items.filter(({ state }) => state === 'dead').length, of: 'agent' };
}

async function countAll(context: Context): Promise<number | undefined> {
  const [{ countAllDeadLetters }, { withOperator }] = await Promise.all([
    import('@salience/database'),
    import('../agents/operator-database.ts'),
  ]);
  // The status of what runs must not depend on a database that only the operator can reach.
  return await withOperator(context, countAllDeadLetters).catch(() => undefined);
}
