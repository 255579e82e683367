import { agentViewSchema } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import type { ApiClient } from './api-client.ts';
import { itemsOf } from './pages.ts';

/** The id of the agent that --agent names by name or id; undefined without it. Throws `agent.unknown`. */
export async function operatedAgent({ agent }: Context, client: ApiClient): Promise<string | undefined> {
  if (agent === undefined) return undefined;
  for await (const one of itemsOf(client, '/operator/agents', agentViewSchema))
    if (one.name === agent || one.agent_id === agent) return one.agent_id;
  throw unknownAgent(agent);
}

/** There is no agent of this name: `agent.unknown`. */
export function unknownAgent(name: string): SalienceError {
  return new SalienceError(
    'agent.unknown',
    `There is no agent "${name}". List agents with "./salience agent list".`,
  );
}
