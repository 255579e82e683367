import { agentViewSchema } from '@salience/contracts';
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
