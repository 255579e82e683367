import type { Database } from '@salience/database';
import { type AgentRow, findAgent } from '@salience/database/agents';
import { httpProblem } from '../http/problems.ts';

/** The agent that an operator names, by name or id. Throws 404 for an unknown one. */
export async function requireAgent(db: Database, nameOrId: string): Promise<AgentRow> {
  const agent = await findAgent(db, nameOrId);
  if (agent === undefined) throw agentUnknown();
  return agent;
}

/** The problem of an agent that does not exist. */
export function agentUnknown() {
  return httpProblem(404, 'agent.unknown', 'There is no such agent. GET /operator/agents lists them.');
}
