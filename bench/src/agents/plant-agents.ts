import type { AgentId } from '@salience/contracts';
import type { TestDatabase } from '@salience/testing';

/** Agents that are to be planted. */
export interface PlantedAgents {
  /** The number of the first, which names it; the others follow. */
  readonly from: number;
  readonly agents: number;
  /** Exchanges of each, in threads of 200. */
  readonly exchanges: number;
  readonly modelId: string;
  readonly at: Date;
  /** What was said: each exchange takes one, with its code in hex. */
  readonly said: readonly { readonly message: string; readonly code: string }[];
}

/** The id of a planted agent. */
export function agentIdOf(number: number): AgentId {
  return `agt_${number.toString(16).padStart(32, '0')}` as AgentId;
}

/** Plants agents that remember, all in one statement. As superuser: nothing is measured here. */
export async function plantAgents(
  database: Pick<TestDatabase, 'admin'>,
  { agents, at, exchanges, from, modelId, said }: PlantedAgents,
): Promise<void> {
  await database.admin(
    `with said as materialized (select * from unnest($5::text[], $6::text[]) with ordinality as s(message, code, n)),
     planted as (select a, 'agt_' || lpad(to_hex(a), 32, '0') as id from generate_series($1::integer, $1 + $2::integer - 1) a),
     rows as (
       select p.a, p.id as agent_id, n, lpad(to_hex(p.a), 20, '0') || lpad(to_hex(n / 200), 12, '0') as thread,
         lpad(to_hex(p.a), 20, '0') || lpad(to_hex(n), 12, '0') as name, $4::timestamptz + n * interval '1 minute' as at
       from planted p, generate_series(0, $3::integer - 1) n),
     agents as (insert into salience.agents (id, name, persona, settings) select id, id, '', '{}' from planted),
     threads as (
       insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       select distinct 'thr_' || thread, agent_id, thread, 'bench', '{}'::jsonb, $4::timestamptz, $4::timestamptz from rows)
     insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, message, mode, trust, source, said_at, ended_at, kind,
       fence, code, code_model_id)
     select 'ex_' || r.name, r.agent_id, 'thr_' || r.thread, 'turn_' || r.name, r.n % 200 + 1, s.message, 'RESPOND', 'user', 'bench', r.at,
       r.at, 'answered', 0, decode(s.code, 'hex'), $7
     from rows r join said s on s.n = (r.a * 7919 + r.n * 31) % $8::integer + 1`,
    [
      from,
      agents,
      exchanges,
      at,
      said.map(({ message }) => message),
      said.map(({ code }) => code),
      modelId,
      said.length,
    ],
  );
}
