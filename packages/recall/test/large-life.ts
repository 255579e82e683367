import type { AgentId } from '@salience/contracts';
import type { TestDatabase } from '@salience/testing';
import { pick } from '@salience/testing/load';

/** What was said to an agent. */
export interface LargeLife {
  readonly agentId: AgentId;
  /** The number of the first exchange, and how many follow; each thread has `perThread`. */
  readonly from: number;
  readonly exchanges: number;
  readonly at: Date;
  readonly random: () => number;
}

const perThread = 40;
const common = ['boat', 'garden', 'market', 'morning', 'river', 'train', 'window', 'winter'];

/** A word that few messages hold, and its rank: those of low rank are in more of them. */
const wordOf = (rank: number): string =>
  `q${rank.toString(26).replaceAll(/\d/gu, (digit) => 'abcdefghij'[Number(digit)] as string)}z`;
const rare = (random: () => number): string => wordOf(Math.floor(4_000 * random() ** 2));

/** Plants exchanges of invented words, with a fact of each sixth and an episode of each twentieth. Resolves with what was said. */
export async function plantLarge(
  database: Pick<TestDatabase, 'admin'>,
  { agentId, at, exchanges, from, random }: LargeLife,
): Promise<string[]> {
  const said = Array.from({ length: exchanges }, () =>
    [0, 1, 2, 3, 4, 5].map((n) => (n % 2 === 0 ? pick(random, common) : rare(random))).join(' '),
  );
  await database.admin(
    `with said as materialized (
       select $3::integer + s.n::integer - 1 as n, s.message, $4::timestamptz + (s.n + $3) * interval '1 minute' as at,
         lpad(to_hex($3 + s.n - 1), 32, '0') as name, 'thr_' || lpad(to_hex(($3 + s.n - 1) / $5::integer), 32, '0') as thread
       from unnest($2::text[]) with ordinality s(message, n)),
     threads as (
       insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       select distinct thread, $1, thread, 'test', '{}'::jsonb, $4::timestamptz, $4::timestamptz from said on conflict do nothing),
     facts as (
       insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
         single_valued, valid_from, created_at)
       select 'fact_' || name, $1, thread, 'ex_' || name, 'user', 'knows', message, 0.5 + (n % 50) / 100.0, 'user', 'test', at, false, at, at
       from said where n % 6 = 0),
     episodes as (
       insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome, open_loops, salience, complete,
         trust, source, model, started_at, ended_at, created_at)
       select 'ep_' || name, $1, thread, n % $5::integer + 1, n % $5::integer + 1, 'silence', message, '', '', '[]', (n % 100) / 100.0, true, 'user', 'test', 'test', at, at, at
       from said where n % 20 = 0)
     insert into salience.turn_ends (exchange_id, agent_id, thread_id, turn_id, seq, message, mode, trust, source, said_at, ended_at, kind, fence)
     select 'ex_' || name, $1, thread, 'turn_' || name, n % $5::integer + 1, message, 'RESPOND', 'user', 'test', at, at, 'answered', 0
     from said`,
    [agentId, said, from, at, perThread],
  );
  return said;
}
