import type { AgentId } from '@salience/contracts';
import type { TestDatabase } from '@salience/testing';
import { requestForgetting, stepForgetting } from '../src/doors/keeping.ts';

/** Forgets items on request until all of them are gone. */
export async function forgetItems(
  database: TestDatabase,
  agentId: AgentId,
  items: readonly string[],
): Promise<void> {
  const db = database.connect('salience_consumer');
  for (const target of items) {
    const now = new Date();
    const id = await requestForgetting(db, {
      agentId,
      scope: 'item',
      target,
      reason: 'asked',
      by: 'test',
      now,
    });
    let state: string;
    do {
      ({ state } = await stepForgetting(db, agentId, id, { now }));
    } while (state !== 'watching');
  }
}
