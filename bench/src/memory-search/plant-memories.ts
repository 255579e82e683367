import type { AgentId } from '@salience/contracts';
import type { TestDatabase } from '@salience/testing';

/** A memory to be planted. */
export interface PlantedMemory {
  readonly message: string;
  readonly speaker: string | null;
  readonly at: Date;
  readonly code: Uint8Array;
}

const perThread = 200;
const batch = 5_000;

/**
 * Plants exchanges with their codes for the default agent, two hundred a thread, and lets the planner know of them. As superuser: nothing is measured here.
 */
export async function plantMemories(
  database: Pick<TestDatabase, 'admin'>,
  modelId: string,
  memories: Iterable<PlantedMemory>,
): Promise<AgentId> {
  const [agent] = await database.admin<{ id: AgentId }>(
    "select id from salience.agents where name = 'default'",
  );
  const agentId = (agent as { id: AgentId }).id;
  let number = 0;
  let some: PlantedMemory[] = [];
  for (const memory of memories) {
    some.push(memory);
    if (some.length < batch) continue;
    await plantBatch(database, { agentId, modelId, from: number, some });
    number += some.length;
    some = [];
  }
  if (some.length > 0) await plantBatch(database, { agentId, modelId, from: number, some });
  await database.admin('vacuum analyze');
  return agentId;
}

async function plantBatch(
  database: Pick<TestDatabase, 'admin'>,
  {
    agentId,
    modelId,
    from,
    some,
  }: { agentId: AgentId; modelId: string; from: number; some: readonly PlantedMemory[] },
): Promise<void> {
  const name = (kind: string, n: number) => `${kind}_${n.toString(16).padStart(32, '0')}`;
  const threads = some.map((_, at) => name('thr', Math.floor((from + at) / perThread)));
  await database.admin(
    `with given as (
       select * from unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[], $9::text[])
         as g(id, thread_id, seq, speaker, message, at, code)),
     threads as (
       insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       select distinct on (thread_id) thread_id, $1, thread_id, 'bench', '{}'::jsonb, at, at from given on conflict do nothing),
     lanes as (
       insert into salience.lanes (thread_id, agent_id) select distinct thread_id, $1 from given on conflict do nothing),
     turns as (
       insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, said_at, accepted_at)
       select 'turn_' || substr(id, 4), $1, thread_id, seq, 'answered', message, 'bench', 'user', at, at from given),
     progress as (
       insert into salience.memory_progress (thread_id, agent_id, chunked_seq) select thread_id, $1, max(seq) from given group by 1
       on conflict (thread_id) do update set chunked_seq = greatest(salience.memory_progress.chunked_seq, excluded.chunked_seq))
     insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, speaker, message, mode, trust, source, said_at,
       ended_at, kind, fence, code, code_model_id)
     select id, $1, thread_id, 'turn_' || substr(id, 4), seq, speaker, message, 'RESPOND', 'user', 'bench', at, at, 'answered', 0,
       decode(code, 'base64'), $2
     from given`,
    [
      agentId,
      modelId,
      some.map((_, at) => name('ex', from + at)),
      threads,
      some.map((_, at) => ((from + at) % perThread) + 1),
      some.map(({ speaker }) => speaker),
      some.map(({ message }) => message),
      some.map(({ at }) => at),
      some.map(({ code }) => Buffer.from(code).toString('base64')),
    ],
  );
}
