import { type AgentRow, findAgent, listAgents } from '@salience/database/agents';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { personRequired } from '../person/person-door.ts';

/** True for whoever may name any agent: the person of this machine and operators. */
export function seesEveryAgent({ operator, voice }: Caller): boolean {
  return operator !== undefined || voice === 'person';
}

/** The agents that a caller may see, by name: every one for the person of this machine and operators, else the caller's own. */
export async function agentsSeen({ db }: Pick<ConsumerContext, 'db'>, caller: Caller): Promise<AgentRow[]> {
  return seesEveryAgent(caller) ? listAgents(db) : [caller.agent];
}

/** An agent that a caller names in a query. Throws 404 for an unknown one, 401 or 403 where it is not theirs to name. */
export async function agentNamed(
  { db }: Pick<ConsumerContext, 'db'>,
  caller: Caller,
  ref: string,
): Promise<AgentRow> {
  const { agent, voice } = caller;
  if (ref === agent.id || ref === agent.name) return agent;
  if (!seesEveryAgent(caller)) throw voice === 'key' ? otherAgent(agent) : personRequired();
  const found = await findAgent(db, ref);
  if (found !== undefined) return found;
  throw httpProblem(404, 'agent.unknown', 'No agent has this name or id. GET /agents lists them.');
}

function otherAgent({ name }: AgentRow) {
  return httpProblem(
    403,
    'agent.refused',
    `The key belongs to agent "${name}". Leave "agent" out or use that agent's key.`,
  );
}
