import type { Id } from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import type { TestDatabase } from '../database/test-database.ts';

/** An agent that is to sit in a room. */
export interface RoomAgent {
  readonly id: string;
  readonly name: string;
  /** sk_… */
  readonly key: string;
}

/** What webhooks are signed with. */
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Makes agents with a key each, whose raised hands are told to a webhook. */
export async function roomAgents(
  database: TestDatabase,
  names: readonly string[],
  webhook: string,
): Promise<RoomAgent[]> {
  const operator = database.connect('salience_operator');
  const made: RoomAgent[] = [];
  for (const name of names) {
    const { id } = await createAgent(operator, { name, persona: 'p' });
    const { key } = await createApiKey(operator, id, 'room');
    const channel: Id<'channel'> = newId('channel');
    await database.admin(
      `with p as (insert into salience.people (id, agent_id, name, created_at, updated_at) values ($1, $2, 'somebody', now(), now()) returning id)
       insert into salience.channels (id, agent_id, person_id, kind, target, secret, state, created_at, confirmed_at)
       select $3, $2, p.id, 'webhook', $4, $5, 'confirmed', now(), now() from p`,
      [newId('person'), id, channel, webhook, secret],
    );
    await database.admin(
      `update salience.agents set settings = settings || jsonb_build_object('pfc', jsonb_build_object('raiseWebhook', $2::text)) where id = $1`,
      [id, channel],
    );
    made.push({ id, name, key });
  }
  return made;
}
