import { createHash } from 'node:crypto';
import {
  type AgentIdentityView,
  agentIdentityViewSchema,
  agentRefSchema,
  agentViewSchema,
  pageSchema,
  serverAnsweredSchema,
  serverAnswerSchema,
} from '@salience/contracts';
import { allowServerAsShown, listAgents, loadIdentity } from '@salience/database/agents';
import { isSalienceError } from '@salience/errors';
import { httpProblem } from '../../http/problems.ts';
import { operatorRoute } from '../../http/route.ts';
import { agentView } from '../../turns/agent-view.ts';
import { type Operator, wrongKey } from '../operator-door.ts';
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
      sha256: createHash('sha256').update(content).digest('hex'),
    }));
    const view: AgentIdentityView = { ...agentView(identity.agent), files };
    response.json(view);
  },
});

/** POST /operator/agents/:agent/servers: a yes for the server that a skill brings, bound to the text that was read. */
export const postAgentServer = operatorRoute({
  method: 'POST',
  path: '/operator/agents/:agent/servers',
  does: 'Allow the server that a skill of an agent names to be started, or take that back',
  more: 'Read the file first: the yes is for exactly its text, named by its "sha256". See docs/adr/0058.',
  params: { agent: agentRefSchema },
  body: serverAnswerSchema,
  answers: { 200: { is: 'Whether it is allowed now; safe to repeat.', json: serverAnsweredSchema } },
  problems: {
    403: ['operator.session-refused'],
    404: ['agent.unknown', 'skill.unknown'],
    412: ['skill.changed'],
  },
  handle: async (context, { body, operator, params, response }) => {
    const { id } = await requireAgent(context.db, params.agent);
    const { allow, path, sha256: hash } = body;
    const status = await allowServerAsShown(context.db, shownBy(operator), {
      agentId: id,
      path,
      hash,
      allow,
    }).catch((error: unknown) => {
      throw isSalienceError(error) && error.code === 'operator.required' ? wrongKey() : error;
    });
    if (status === 'unknown')
      throw httpProblem(
        404,
        'skill.unknown',
        'This agent has no file with this path. GET /operator/agents/:agent lists them.',
      );
    if (status === 'changed')
      throw httpProblem(
        412,
        'skill.changed',
        'The file has another text than the one that was read. Nothing was changed; read it again.',
      );
    response.json({ path, allowed: allow });
  },
});

/** What the operator showed. A yes starts a program, so the session of a browser, which a page might use, gives none. */
function shownBy({ shown }: Operator) {
  if (shown !== undefined) return shown;
  throw httpProblem(
    403,
    'operator.session-refused',
    'The session of a browser allows no server. Send the operator key itself, or while there is none the token of the person of this machine: use "salience agent servers".',
  );
}
