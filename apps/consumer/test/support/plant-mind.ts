import type { AgentId, Id, TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { plantLived } from '@salience/testing';
import type { Fixture } from './fixture.ts';

/** Gives an agent a thought on what was said of a boat, as drift leaves it. */
export async function plantThought(
  { database }: Pick<Fixture, 'database'>,
  agentId: AgentId,
  { at = new Date(), text = 'Does the boat leak?' }: { readonly at?: Date; readonly text?: string } = {},
): Promise<Id<'thought'>> {
  const id = newId('thought', at.getTime());
  const { conceptIds, episodeId, threadId } = await plantLived(database, {
    agentId,
    talk: ['The boat leaks.'],
    names: [`boat ${id}`],
    at,
  });
  await database.admin(
    `with t as (insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust, source, model, tokens, fatigue,
         created_at, expires_at)
       values ($1, $2, 'question', $3, $4, 'salient', 0.9, $5, $6, 'agent', 'drift', 'm', 12, 0, $7, $7::timestamptz + interval '7 days') returning id)
     insert into salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed) select id, $4, $2, 0.9, true from t`,
    [id, agentId, text, conceptIds[0], episodeId, threadId, at],
  );
  return id;
}

/** Has the prompt of a turn hold a thought, as the digest keeps it. */
export async function showThought(
  { database }: Pick<Fixture, 'database'>,
  turnId: TurnId,
  thought: Id<'thought'>,
): Promise<void> {
  const items = [[thought, null, 'memory', 'agent', 4, 0.5, 1, 'fits']];
  await database.admin(
    `insert into salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at)
     select id, 9, agent_id, 'm', 'h', $2, 1, now() + interval '1 second' from salience.turns where id = $1`,
    [turnId, JSON.stringify({ items })],
  );
}
