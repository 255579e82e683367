import type { AgentView } from '@salience/contracts';
import type { Handler } from '../http/route-table.ts';

/** GET /agents/me: the agent that this caller speaks with. */
export function getOwnAgent(): Handler {
  return async (_request, response, { agent }) => {
    const view: AgentView = {
      agent_id: agent.id,
      name: agent.name,
      persona: agent.persona,
      settings: agent.settings,
      version: agent.version,
      created_at: agent.createdAt.toISOString(),
    };
    response.json(view);
  };
}
