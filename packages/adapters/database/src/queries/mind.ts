import { type AgentId, type Mind, mindThoughtsMax } from '@salience/contracts';
import { ask, call, type Database } from '../connect.ts';

/** What an agent pursues and was thinking, as it travels. Operator role. */
export function exportMind(db: Database, agentId: AgentId): Promise<Mind> {
  return ask(db, 'export_mind', agentId, mindThoughtsMax);
}

/**
 * Takes in what an agent pursued and was thinking elsewhere, and resolves with how many goals that were and how many thoughts were new. Importing it again
 * changes nothing. Operator role.
 */
export function importMind(
  db: Database,
  agentId: AgentId,
  { goals, monologue }: Mind,
): Promise<{ readonly goals: number; readonly thoughts: number }> {
  return call(db, 'import_mind', { agentId, goals, monologue });
}
