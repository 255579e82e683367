import type { AgentId, Id } from '@salience/contracts';
import { newId } from '@salience/database';
import { plantLived, type TestDatabase } from '@salience/testing';
import type { Topic } from './lives.ts';

/** An agent of its own. */
export async function plantAgent(database: TestDatabase, name: string): Promise<AgentId> {
  const id = newId('agent');
  await database.admin(
    "insert into salience.agents (id, name, persona, settings) select $1, $2, persona, settings from salience.agents where name = 'default'",
    [id, name],
  );
  return id;
}

/** Lets an agent have lived through some topics. Resolves with the episodes. */
export async function plantLife(
  database: TestDatabase,
  agentId: AgentId,
  topics: readonly Topic[],
  at: Date,
): Promise<Id<'episode'>[]> {
  const episodes: Id<'episode'>[] = [];
  for (const { names, open, talk } of topics) {
    const openLoops = open === undefined ? [] : [open];
    episodes.push(
      (await plantLived(database, { agentId, talk, names, openLoops, at, strength: 0.5 })).episodeId,
    );
  }
  return episodes;
}

/** Gives an agent the thoughts of another as its own, with their codes: as many, as old, about another life. */
export async function copyThoughts(database: TestDatabase, from: AgentId, to: AgentId): Promise<void> {
  const thoughts = await database.admin<{ id: Id<'thought'> }>(
    'select id from salience.thoughts where agent_id = $1',
    [from],
  );
  for (const { id } of thoughts) {
    const copy = newId('thought');
    await database.admin(
      `insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id,
         trust, source, model, tokens, fatigue, created_at, expires_at)
       select $2, $3, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust, source, model, tokens,
         fatigue, created_at, expires_at from salience.thoughts where id = $1`,
      [id, copy, to],
    );
    await database.admin(
      `insert into salience.memory_codes (agent_id, item_id, kind, model_id, code)
       select $3, $2, kind, model_id, code from salience.memory_codes where item_id = $1`,
      [id, copy, to],
    );
  }
}
