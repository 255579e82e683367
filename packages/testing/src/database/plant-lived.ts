import type { AgentId, Id, ThreadId, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { TestDatabase } from './test-database.ts';

/** A stretch of talk and what was made of it. */
export interface Lived {
  readonly agentId: AgentId;
  /** What was said, one exchange each, in a thread of its own; together the gist of the episode. */
  readonly talk: readonly string[];
  /** Concepts of it; the first is related to the others. */
  readonly names: readonly string[];
  readonly openLoops?: readonly string[];
  readonly trust?: Trust;
  /** Of the concepts, 0..1. */
  readonly strength?: number;
  readonly at: Date;
}

/** The rows that were planted. */
export interface PlantedLife {
  readonly threadId: ThreadId;
  readonly episodeId: Id<'episode'>;
  readonly exchangeIds: readonly Id<'exchange'>[];
  readonly conceptIds: readonly Id<'concept'>[];
}

/** Plants what digest, chunker and episodic would have stored of a stretch of talk, for tests of what is done with it. */
export async function plantLived(database: TestDatabase, lived: Lived): Promise<PlantedLife> {
  const { agentId, at, talk, trust = 'user' } = lived;
  const [threadId, episodeId] = [newId('thread'), newId('episode')];
  await database.admin(
    `with t as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       values ($1, $2, $1, 'test', '{}', $4, $4)),
     l as (insert into salience.lanes (thread_id, agent_id, tail, cursor) values ($1, $2, $3, $3))
     insert into salience.memory_progress (thread_id, agent_id, chunked_seq, told_seq) values ($1, $2, $3, $3)`,
    [threadId, agentId, talk.length, at],
  );
  const exchangeIds: Id<'exchange'>[] = [];
  for (const [place, message] of talk.entries()) {
    const id = newId('exchange');
    exchangeIds.push(id);
    await database.admin(
      `with t as (insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
         values ($1, $2, $3, $4, 'answered', $5, 'test', $6, $7, $7))
       insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, message, reply, mode, trust, source, said_at,
         ended_at, kind, fence) values ($8, $2, $3, $1, $4, $5, 'Noted.', 'RESPOND', $6, 'test', $7, $7, 'answered', 0)`,
      [newId('turn'), agentId, threadId, place + 1, message, trust, at, id],
    );
  }
  await database.admin(
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
     values ($1, $2, $3, 1, $4, 'silence', $5, 'To tell about it.', '', $6, 0.5, true, $7, 'test', 'test', $8, $8, $8)`,
    [
      episodeId,
      agentId,
      threadId,
      talk.length,
      talk.join(' '),
      JSON.stringify(lived.openLoops ?? []),
      trust,
      at,
    ],
  );
  const conceptIds = await plantConcepts(database, lived, episodeId, exchangeIds[0] as Id<'exchange'>);
  return { threadId, episodeId, exchangeIds, conceptIds };
}

/** Where something was said; the first exchange counts. */
type PlantedTalk = Pick<PlantedLife, 'exchangeIds' | 'threadId'>;

/** Plants a fact of the person that was said in one exchange and ended by another. */
export async function plantEnded(
  database: TestDatabase,
  fact: {
    readonly agentId: AgentId;
    readonly key: string;
    readonly value: string;
    readonly now: string;
    readonly saidIn: PlantedTalk;
    readonly endedIn: PlantedTalk;
    readonly at: Date;
    readonly endedAt: Date;
  },
): Promise<void> {
  const ids = [newId('fact'), newId('fact')];
  await database.admin(
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
       single_valued, valid_from, valid_to, superseded_by, created_at)
     values ($1, $3, $4, $5, 'user', $6, $7, 0.9, 'user', 'test', $8, true, $8, $12, $2, $8),
       ($2, $3, $9, $10, 'user', $6, $11, 0.9, 'user', 'test', $12, true, $12, null, null, $12)`,
    [
      ...ids,
      fact.agentId,
      fact.saidIn.threadId,
      fact.saidIn.exchangeIds[0],
      fact.key,
      fact.value,
      fact.at,
      fact.endedIn.threadId,
      fact.endedIn.exchangeIds[0],
      fact.now,
      fact.endedAt,
    ],
  );
}

async function plantConcepts(
  database: TestDatabase,
  { agentId, at, names, strength = 0.6, trust = 'user' }: Lived,
  episodeId: Id<'episode'>,
  exchangeId: Id<'exchange'>,
): Promise<Id<'concept'>[]> {
  const ids: Id<'concept'>[] = [];
  for (const name of names) {
    const id = newId('concept');
    ids.push(id);
    await database.admin(
      `insert into salience.concepts (id, agent_id, name, kind, definition, strength, confidence, mentions, trust, source,
         first_seen_at, last_seen_at, created_at) values ($1, $2, $3, 'thing', '', $4, 0.9, 1, $5, 'test', $6, $6, $6)`,
      [id, agentId, name, strength, trust, at],
    );
    await database.admin(
      `insert into salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [agentId, id, episodeId, exchangeId, name, trust, at],
    );
  }
  const [first, ...others] = ids;
  for (const other of others) {
    // Strong enough to carry over two of them.
    await database.admin(
      `with r as (insert into salience.relations (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from,
           first_seen_at, last_seen_at, created_at)
         values ($1, $2, $3, $4, 'related-to', 0.8, 0.9, 1, $5, 'test', $6, $6, $6, $6))
       insert into salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, said_at)
       values ($2, $1, $7, $8, $5, 0.9, $6)`,
      [newId('relation'), agentId, first, other, trust, at, episodeId, exchangeId],
    );
  }
  return ids;
}
