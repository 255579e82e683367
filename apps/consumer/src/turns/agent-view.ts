import type { AgentView } from '@salience/contracts';
import type { AgentRow } from '@salience/database/agents';

/** An agent as the API shows it. */
export function agentView(agent: AgentRow): AgentView {
  return {
    agent_id: agent.id,
    name: agent.name,
    persona: agent.persona,
    settings: agent.settings,
    version: agent.version,
    created_at: agent.createdAt.toISOString(),
  };
}
