import { type AgentView, agentIdentityViewSchema, agentViewSchema } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { Administration } from '@salience/supervisor/administration';
import { withAdministration } from '../administration.ts';
import { askOperator } from '../client/ask-operator.ts';
import { unknownAgent } from '../client/operated-agent.ts';
import { itemsOf } from '../client/pages.ts';
import type { Context } from '../context.ts';
import { note } from '../terminal.ts';

/** Every agent by name: from the API, else from the database, which is said. */
export async function listAgents(context: Context) {
  const asked = await askOperator(context, async (client) => {
    const agents: AgentView[] = [];
    for await (const one of itemsOf(client, '/operator/agents', agentViewSchema)) agents.push(one);
    return agents;
  });
  if ('answer' in asked) return asked.answer.map(agentOfView);
  note(`From the database: ${asked.instead}.`);
  return (await withAdministration(context, (all) => all.agents())).map(shownAgent);
}

/** An agent with its workspace, likewise. Throws `agent.unknown`. */
export async function showAgent(context: Context, name: string) {
  const path = `/operator/agents/${encodeURIComponent(name)}`;
  const asked = await askOperator(context, (client) =>
    client.ask(path, agentIdentityViewSchema).catch((error: unknown) => {
      throw isSalienceError(error) && error.code === 'agent.unknown' ? unknownAgent(name) : error;
    }),
  );
  if ('answer' in asked) return { ...agentOfView(asked.answer), files: asked.answer.files };
  note(`From the database: ${asked.instead}.`);
  const { agent, files } = await withAdministration(context, (all) => all.identity(name));
  return { ...shownAgent(agent), files };
}

type Agent = Awaited<ReturnType<Administration['agents']>>[number];

/** An agent of the database as commands print it. */
export function shownAgent({ createdAt, id, name, persona, settings, version }: Agent) {
  return { id, name, persona, settings, version, created_at: createdAt.toISOString() };
}

function agentOfView({ agent_id: id, created_at, name, persona, settings, version }: AgentView) {
  return { id, name, persona, settings, version, created_at };
}
