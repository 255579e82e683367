import type { TestDatabase } from '@salience/testing';

/** How much a database is to hold. */
export interface Planted {
  readonly agents: number;
  readonly exchanges: number;
}

const threadLength = 200;

/**
 * Adds rows until the database holds so many agents and exchanges beside what it held. Each agent has one quiet thread of its own; exchanges
 * lie in further threads of 200, in an agent's turn each. Rows of turns and their ends are copies of real ones under new names, so they
 * weigh what real ones weigh. Resolves with the rows a second. As superuser: nothing is measured here.
 */
export async function plant(
  database: Pick<TestDatabase, 'admin'>,
  from: Planted,
  to: Planted,
  chunk = 20_000,
): Promise<number> {
  const begun = performance.now();
  for (let first = from.agents; first < to.agents; first += chunk)
    await plantAgents(database, first, Math.min(chunk, to.agents - first));
  for (let first = from.exchanges; first < to.exchanges; first += chunk)
    await plantExchanges(database, first, Math.min(chunk, to.exchanges - first), to.agents);
  const rows = 4 * (to.agents - from.agents) + 2 * (to.exchanges - from.exchanges);
  return Math.round((1_000 * rows) / (performance.now() - begun));
}

async function plantAgents(database: Pick<TestDatabase, 'admin'>, first: number, count: number) {
  await database.admin(
    `with made as (select n, lpad(to_hex(n), 32, '0') as hex from generate_series($1::integer, $1 + $2::integer - 1) n),
     agents as (insert into salience.agents (id, name, persona, settings)
       select 'agt_' || hex, 'planted-' || n, a.persona, a.settings from made, salience.agents a where a.name = 'default'),
     threads as (insert into salience.threads (id, agent_id, key, source, state, session, created_at, last_activity_at)
       select 'thr_' || hex, 'agt_' || hex, 'own', 'bench', case when n % 10 = 0 then 'active' else 'expired' end, '{}'::jsonb, now(), now() from made),
     progress as (insert into salience.memory_progress (thread_id, agent_id) select 'thr_' || hex, 'agt_' || hex from made)
     select 1`,
    [first, count],
  );
  await database.admin(
    `insert into salience.lanes (thread_id, agent_id)
     select 'thr_' || lpad(to_hex(n), 32, '0'), 'agt_' || lpad(to_hex(n), 32, '0') from generate_series($1::integer, $1 + $2::integer - 1) n`,
    [first, count],
  );
}

const copied = {
  turns:
    'state, text, speaker, source, trust, context, attempts, fence, said_at, accepted_at, started_at, ended_at, timings, zone, traceparent',
  turn_ends:
    'kind, fence, ended_at, topic_id, speaker, message, mode, trust, source, said_at, traceparent, code, code_model_id, heard, reply, reply_trust, reply_confidence, citations, model, usage, decision, confidence, policy_name, policy_version',
};

/** Ids begin with their milliseconds, as real ones do, all of them before the first real one. */
async function plantExchanges(
  database: Pick<TestDatabase, 'admin'>,
  first: number,
  count: number,
  agents: number,
) {
  const threads = `'thr_f' || lpad(to_hex(n / ${threadLength}), 31, '0')`;
  const agent = `'agt_' || lpad(to_hex((n / ${threadLength}) % $3::integer), 32, '0')`;
  const name = `lpad(to_hex(1600000000000 + n), 12, '0') || lpad(to_hex(n), 20, '0')`;
  const range = `generate_series($1::bigint, $1 + $2::bigint - 1) n`;
  await database.admin(
    `insert into salience.threads (id, agent_id, key, source, state, session, created_at, last_activity_at)
     select distinct ${threads}, ${agent}, 'long-' || n / ${threadLength}, 'bench', 'expired', '{}'::jsonb, now(), now() from ${range}
     on conflict do nothing`,
    [first, count, agents],
  );
  const model = `(select array_agg(turn_id) as ids from (select turn_id from salience.turn_ends e where e.exchange_id is not null and e.reply is not null
    and not e.turn_id like 'turn_0174%' order by turn_id desc limit 500) t)`;
  for (const [table, columns] of Object.entries(copied)) {
    const own =
      table === 'turns'
        ? { into: 'id, agent_id, thread_id, seq', values: `'turn_' || x.name, x.agent, x.thread, x.seq` }
        : {
            into: 'turn_id, exchange_id, agent_id, thread_id, seq',
            values: `'turn_' || x.name, 'ex_' || x.name, x.agent, x.thread, x.seq`,
          };
    await database.admin(
      `insert into salience.${table} (${own.into}, ${columns})
       select ${own.values}, ${columns
         .split(', ')
         .map((column) => `m.${column}`)
         .join(', ')}
       from (select n, ${threads} as thread, ${agent} as agent, ${name} as name, n % ${threadLength} + 1 as seq from ${range}) x
       cross join ${model} models
       join salience.${table} m on m.${table === 'turns' ? 'id' : 'turn_id'} = models.ids[1 + x.n % cardinality(models.ids)]`,
      [first, count, agents],
    );
  }
  await database.admin(
    `insert into salience.lanes (thread_id, agent_id, tail, cursor)
     select distinct ${threads}, ${agent}, ${threadLength}, ${threadLength} from ${range} on conflict do nothing`,
    [first, count, agents],
  );
  await database.admin(
    `insert into salience.memory_progress (thread_id, agent_id, chunked_seq, told_seq)
     select distinct ${threads}, ${agent}, ${threadLength}, ${threadLength} from ${range} on conflict do nothing`,
    [first, count, agents],
  );
}
