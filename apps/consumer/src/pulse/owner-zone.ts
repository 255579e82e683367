import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';

/** The zone in which an agent's signals are judged, for modules without one of their own: the owner's, else the agent's, else the installation's. */
export async function ownerZone(context: ConsumerContext, { agent }: Caller): Promise<string> {
  return (await context.zones.find(agent.id, undefined)) ?? agent.settings.timeZone ?? context.timeZone;
}
