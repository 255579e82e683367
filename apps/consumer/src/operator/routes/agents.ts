import {
  type AgentIdentityView,
  agentIdentityViewSchema,
  agentRefSchema,
  agentViewSchema,
  pageSchema,
} from '@salience/contracts';
import { listAgents, loadIdentity } from '@salience/database/agents';
import { operatorRoute } from '../../http/route.ts';
import { agentView } from '../../turns/agent-view.ts';
import { agentUnknown, requireAgent } from '../require-agent.ts';

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

/** GET /operator/agents/:agent: an agent with its workspace. */
export const getAgent = operatorRoute({
  method: 'GET',
  path: '/operator/agents/:agent',
  does: 'An agent with the files of its workspace',
  params: { agent: agentRefSchema },
  answers: { 200: { is: 'The agent.', json: agentIdentityViewSchema } },
  problems: { 404: ['agent.unknown'] },
  handle: async (context, { params, response }) => {
    const { id } = await requireAgent(context.db, params.agent);
    const identity = await loadIdentity(context.db, id);
    if (identity === undefined) throw agentUnknown();
    const files = identity.files.map(({ allowed, content, path, source, trust, vouched }) => ({
      path,
      content,
      trust,
      source,
      vouched,
      allowed,
    }));
    const view: AgentIdentityView = { ...agentView(identity.agent), files };
    response.json(view);
  },
});
