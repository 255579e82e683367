import type { AgentId, ExchangeId, Id, ThreadId, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { TestDatabase } from '../database/test-database.ts';

/** An exchange of last week; each has a thread of its own. */
export interface PlantedPast {
  readonly message: string;
  readonly reply: string | null;
  readonly trust: Trust;
  readonly replyTrust: Trust | null;
  readonly speaker?: string;
  /** Its thread is remembered; true unless told. */
  readonly chunked?: boolean;
}

/** Where an exchange was planted. */
export interface PlantedPlace {
  readonly threadId: ThreadId;
  readonly exchangeId: ExchangeId;
}

const weekMs = 7 * 86_400_000;
const lastWeek = (): Date => new Date(Date.now() - weekMs);

/** An agent of its own, whose tools have an excellent record. */
export async function plantTrusting(
  database: TestDatabase,
  name: string,
  tools: readonly string[],
): Promise<AgentId> {
  const id = newId('agent');
  await database.admin(
    "insert into salience.agents (id, name, persona, settings) select $1, $2, persona, settings from salience.agents where name = 'default'",
    [id, name],
  );
  await database.admin(
    `insert into salience.tool_standing (agent_id, tool, kind, day, successes, failures)
     select $1, tool, '', current_date, 60, 0 from unnest($2::text[]) tool`,
    [id, tools],
  );
  return id;
}

/** Plants exchanges in one statement. */
export async function plantPast(
  database: TestDatabase,
  agentId: AgentId,
  past: readonly PlantedPast[],
): Promise<PlantedPlace[]> {
  const rows = past.map((one) => ({
    ...one,
    speaker: one.speaker ?? null,
    chunked: one.chunked ?? true,
    thread_id: newId('thread'),
    turn_id: newId('turn'),
    id: newId('exchange'),
  }));
  await database.admin(
    `with r as materialized (select * from jsonb_to_recordset($2) as r(id text, thread_id text, turn_id text, message text, reply text,
         trust text, "replyTrust" text, speaker text, chunked boolean)),
     th as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       select thread_id, $1, thread_id, 'test', null, $3, $3 from r),
     l as (insert into salience.lanes (thread_id, agent_id, tail, cursor) select thread_id, $1, 1, 1 from r),
     mp as (insert into salience.memory_progress (thread_id, agent_id, chunked_seq, told_seq) select thread_id, $1, 1, 1 from r where chunked),
     tu as (insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
       select turn_id, $1, thread_id, 1, 'answered', message, 'test', trust, $3, $3 from r)
     insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, speaker, message, reply, mode, trust, reply_trust,
       source, said_at, ended_at, kind, fence)
     select id, $1, thread_id, turn_id, 1, speaker, message, reply, 'RESPOND', trust, "replyTrust", 'test', $3, $3, 'answered', 0 from r`,
    [agentId, JSON.stringify(rows), lastWeek()],
  );
  return rows.map(({ id, thread_id: threadId }) => ({ threadId, exchangeId: id }));
}

/** A note as `memorize` keeps it. */
export async function plantFacts(
  database: TestDatabase,
  agentId: AgentId,
  facts: readonly { readonly value: string; readonly trust: Trust }[],
  { exchangeId, threadId }: PlantedPlace,
): Promise<Id<'fact'>[]> {
  const rows = facts.map((fact) => ({ ...fact, id: newId('fact') }));
  await database.admin(
    `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
       created_at, explicit, valid_from)
     select id, $1, $3, $4, 'note', 'says', value, 0.9, trust, 'memorize', $5, $5, true, $5
     from jsonb_to_recordset($2) as r(id text, value text, trust text)`,
    [agentId, JSON.stringify(rows), threadId, exchangeId, lastWeek()],
  );
  return rows.map(({ id }) => id);
}

/** What was learned from answers of tools. */
export async function plantExperiences(
  database: TestDatabase,
  agentId: AgentId,
  gists: readonly string[],
  threadId: ThreadId,
): Promise<Id<'episode'>[]> {
  const rows = gists.map((gist) => ({ gist, id: newId('episode'), experience: newId('experience') }));
  await database.admin(
    `insert into salience.episodes (id, agent_id, thread_id, experience_id, gist, intent, outcome, open_loops, salience, complete, trust,
       source, model, started_at, ended_at, created_at)
     select id, $1, $3, experience, gist, 'To know it.', '', '[]', 0.6, true, 'external', 'test', 'test', $4, $4, $4
     from jsonb_to_recordset($2) as r(id text, gist text, experience text)`,
    [agentId, JSON.stringify(rows), threadId, lastWeek()],
  );
  return rows.map(({ id }) => id);
}

/** Something known of the person. */
export async function plantTrait(
  database: TestDatabase,
  agentId: AgentId,
  trait: { readonly key: string; readonly value: string; readonly trust: Trust },
  { exchangeId, threadId }: PlantedPlace,
): Promise<void> {
  await database.admin(
    `insert into salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, trust, source, exchange_id,
       thread_id, valid_from, last_seen_at, created_at)
     values ($1, $2, 'user', $3, $4, 'core', 'explicit', true, 0.9, $5, 'test', $6, $7, $8, $8, $8)`,
    [newId('trait'), agentId, trait.key, trait.value, trait.trust, exchangeId, threadId, lastWeek()],
  );
}

/** Gives a thread a gist, a focus, a reminder or a list from outside; a list is called by the thread. */
export async function plantBeside(
  database: TestDatabase,
  agentId: AgentId,
  kind: 'focus' | 'gist' | 'list' | 'reminder',
  text: string,
  { exchangeId, threadId }: PlantedPlace,
): Promise<void> {
  const at = lastWeek();
  const place = [agentId, threadId, text, at] as const;
  switch (kind) {
    case 'gist':
      await database.admin(
        `insert into salience.gists (id, agent_id, thread_id, content, created_at, exchange_id, type, confidence, trust, source)
         values ($5, $1, $2, $3, $4, $6, 'intent', 0.9, 'external', 'test')`,
        [...place, newId('gist'), exchangeId],
      );
      break;
    case 'focus':
      await database.admin(
        `insert into salience.focuses (id, agent_id, thread_id, text, set_at, trust, source)
         values ($5, $1, $2, $3, $4, 'external', 'focus')`,
        [...place, newId('focus')],
      );
      break;
    case 'reminder':
      await database.admin(
        `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, created_at, due_at, trust, source)
         values ('2020-01-01T00:00:00', $5, $1, $2, $3, $4, $4::timestamptz + interval '1 year', 'external', 'schedule')`,
        [...place, newId('schedule')],
      );
      break;
    case 'list':
      await database.admin(
        `with l as (insert into salience.lists (agent_id, name, created_at) values ($1, $2, $4))
         insert into salience.list_items (id, agent_id, list, item, created_at, trust, source)
         values ($5, $1, $2, $3, $4, 'external', 'list')`,
        [...place, newId('listItem')],
      );
  }
}
