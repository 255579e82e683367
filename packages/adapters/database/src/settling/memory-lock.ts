import type pg from 'pg';
import { type Database, inTransaction } from '../connect.ts';
import { storableJson } from '../storable.ts';

/** One connection inside a transaction. */
export type Client = Pick<pg.PoolClient, 'query'>;

/**
 * Runs statements in one transaction that holds the agent's memory lock and sees this agent's rows only. Whoever settles what an agent
 * remembers goes through here, so that rows that were loaded are as they were until the change is saved.
 */
export function withMemory<R>(
  db: Database,
  agentId: string,
  run: (client: Client) => Promise<R>,
): Promise<R> {
  return inTransaction(db, async (client) => {
    await lockMemory(client, agentId);
    return run(client);
  });
}

/** Takes the agent's memory lock until the transaction ends, and has it see this agent's rows only. */
export async function lockMemory(client: Client, agentId: string): Promise<void> {
  await client.query({ name: 'lock_memory', text: 'select salience.lock_memory($1)', values: [agentId] });
}

/** Calls a function of the schema that takes and gives one jsonb, inside a transaction. */
export async function callIn<R>(client: Client, fn: string, parameter: unknown): Promise<R> {
  const { rows } = await client.query<{ r: R }>({
    name: fn,
    text: `select salience.${fn}($1::jsonb) as r`,
    values: [storableJson(parameter)],
  });
  return (rows[0] as { r: R }).r;
}
