import { agentViewSchema, pageSchema } from '@salience/contracts';
import { agentsSeen } from '../console/agents-seen.ts';
import { callerRoute } from '../http/route.ts';
import { agentView } from '../turns/agent-view.ts';

/** GET /agents/me: the agent of this caller. */
export const getOwnAgent = callerRoute({
  method: 'GET',
  path: '/agents/me',
  needs: 'machine',
  does: 'The agent of this caller',
  tag: 'Memory',
  answers: { 200: { is: 'The agent.', json: agentViewSchema } },
  handle: async (_context, { caller, response }) => {
    response.json(agentView(caller.agent));
  },
});

/** GET /agents: those that the caller may see, by name. */
export const getSeenAgents = callerRoute({
  method: 'GET',
  path: '/agents',
  needs: 'machine',
  operatorsToo: true,
  does: 'The agents that the caller may see, by name',
  more: 'The person of this machine and operators see all of them; anybody else the agent of their key, or the default one.',
  tag: 'Memory',
  answers: { 200: { is: 'One page with all of them.', json: pageSchema(agentViewSchema) } },
  handle: async (context, { caller, response }) => {
    response.json({ items: (await agentsSeen(context, caller)).map(agentView), next: null });
  },
});
