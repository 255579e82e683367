import type { AgentId } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';

/** The live worker that most likely holds an agent's memory; null for none. One round trip. */
export function memoryHolder(db: Database, agentId: AgentId): Promise<string | null> {
  return ask(db, 'memory_holder', agentId);
}
