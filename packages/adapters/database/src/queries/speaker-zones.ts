import type { AgentId, Id } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';
import { newId } from '../new-id.ts';

/** Sets the zone of who speaks (null: the owner) at their own request. Returns how they are called; null for a mere name, which keeps nothing. */
export function useZone(
  db: Database,
  agentId: AgentId,
  speaker: string | null,
  zone: string,
  now: Date,
): Promise<string | null> {
  return ask(db, 'use_zone', agentId, speaker, zone, newId('person', now.getTime()), now);
}

/** Notes that an answer told a person of the zone that is proposed for them. */
export async function noteZoneTold(
  db: Database,
  agentId: AgentId,
  person: Id<'person'>,
  now: Date,
): Promise<void> {
  await ask(db, 'zone_told', agentId, person, now);
}
