import { agentViewSchema, pageSchema } from '@salience/contracts';
import { listAgents } from '@salience/database';
import { operatorRoute } from '../../http/route.ts';
import { agentView } from '../../turns/agent-view.ts';

/** GET /operator/agents: every agent, by name. */
export const getAgents = operatorRoute({
  method: 'GET',
  path: '/operator/agents',
  does: 'Every agent, by name',
  answers: { 200: { is: 'One page with all agents.', json: pageSchema(agentViewSchema) } },
  handle: async (context, { response }) => {
    const agents = await listAgents(context.db);
    response.json({ items: agents.map(agentView), next: null });
  },
});
