import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClientEntry, checkTurns, type TestDatabase, testDatabase } from '../src/index.ts';

let database: TestDatabase;
let log: ClientEntry[];
const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second));

beforeAll(async () => {
  database = await testDatabase();
});

/** A thread of four answered turns; the first three are an episode. */
beforeEach(async () => {
  const { admin } = database;
  await admin(`truncate salience.threads, salience.lanes, salience.turns, salience.turn_ends,
    salience.chunks, salience.memory_progress, salience.memory_retries, salience.episodes, salience.episode_exchanges,
    salience.lane_takeovers cascade`);
  const [agent] = await admin<{ id: string }>('select id from salience.agents');
  const values = [agent?.id, at(0)];
  await admin(
    `insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at, session)
     values ('thr_a', $1, 'a', 'test', $2, $2, '{"openFromSeq": 3}')`,
    values,
  );
  await admin(
    `insert into salience.lanes (thread_id, agent_id, tail, cursor, fence) values ('thr_a', $1, 4, 4, 7)`,
    [agent?.id],
  );
  for (const seq of [1, 2, 3, 4]) await plantTurn(agent?.id ?? '', seq);
  await admin(
    `insert into salience.memory_progress (thread_id, agent_id, chunked_seq, told_seq) values ('thr_a', $1, 4, 3)`,
    [agent?.id],
  );
  await admin(
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
     values ('ep_1', $1, 'thr_a', 1, 3, 'switch', 'g', 'i', 'o', '[]', 0.5, true, 'user', 'test', 'm', $2, $2, $2)`,
    values,
  );
  await admin(
    `insert into salience.episode_exchanges (episode_id, exchange_id, agent_id)
     select 'ep_1', id, agent_id from salience.exchanges where seq <= 3`,
  );
  log = [1, 2, 3, 4].map((n) => ({
    key: `key-${n}`,
    turnId: `turn_${n}`,
    threadId: 'thr_a',
    n,
    ended: { state: 'answered', reply: `r${n}` },
  }));
});

async function plantTurn(agentId: string, seq: number): Promise<void> {
  const values = [seq, agentId, at(seq)];
  const statements = [
    `insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, fence, idempotency_key, said_at, accepted_at, ended_at)
     values ('turn_' || $1::int, $2, 'thr_a', $1, 'answered', 'm', 'test', 'user', 7, 'key-' || $1::int, $3, $3, $3)`,
    `insert into salience.turn_ends (turn_id, agent_id, kind, fence, ended_at, exchange_id, thread_id, seq, message, mode, trust, source,
       said_at, reply, reply_trust, citations, model, usage)
     values ('turn_' || $1::int, $2, 'answered', 7, $3, 'ex_' || $1::int, 'thr_a', $1, 'm', 'RESPOND', 'user', 'test', $3, 'r' || $1::int,
       'agent', '[]', 'm', '{}')`,
    `insert into salience.chunks (exchange_id, agent_id, thread_id, entities, model, created_at)
     values ('ex_' || $1::int, $2, 'thr_a', '[]', 'm', $3)`,
  ];
  for (const statement of statements) await database.admin(statement, values);
}

const check = () => checkTurns({ ownerUrl: database.ownerUrl, clientLog: log });

test('a sound run has no violation', async () => {
  const { violations, stats } = await check();
  expect(violations).toEqual([]);
  expect(stats).toMatchObject({
    turns: 4,
    threads: 1,
    exchanges: 4,
    chunks: 4,
    stretches: 1,
    episodes: 1,
    states: { answered: 4 },
  });
});

describe.each([
  ['turn ended', "update salience.turns set state = 'running' where id = 'turn_2'"],
  ['one terminal event', "delete from salience.turn_ends where turn_id = 'turn_2'"],
  [
    'terminal event is of the state',
    "update salience.terminal_events set kind = 'failed' where turn_id = 'turn_2'",
  ],
  ['reply if and only if answered', "update salience.turn_ends set reply = null where turn_id = 'turn_2'"],
  ['reply if and only if answered', "update salience.turns set state = 'ignored' where id = 'turn_2'"],
  ['one exchange per worked turn', "update salience.turns set state = 'cancelled' where id = 'turn_2'"],
  [
    'one exchange per worked turn',
    "delete from salience.chunks where exchange_id = 'ex_4'; update salience.turn_ends set exchange_id = null where exchange_id = 'ex_4'",
  ],
  ['exchange at the place of its turn', "update salience.exchanges set seq = 9 where id = 'ex_4'"],
  ['seq without gaps', "update salience.turns set seq = 6 where id = 'turn_4'"],
  ['lane is empty and free', 'update salience.lanes set tail = 5'],
  ['lane is empty and free', 'update salience.lanes set tail = 5, cursor = 5'],
  ['lane is empty and free', "update salience.lanes set owner = 'wrk_1'"],
  ['fences rise along the lane', "update salience.terminal_events set fence = 8 where turn_id = 'turn_1'"],
  [
    'turns end in order',
    "update salience.turns set ended_at = ended_at + interval '1 hour' where id = 'turn_1'",
  ],
  ['one chunk per exchange', "delete from salience.chunks where exchange_id = 'ex_2'"],
  ['watermark at the last exchange', 'update salience.memory_progress set chunked_seq = 3'],
  ['watermark at the last exchange', 'delete from salience.memory_progress'],
  [
    'nothing set aside',
    "insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, error, created_at) select 'r', agent_id, 'chunk', id, 1, 1, 'llm.refused', created_at from salience.threads",
  ],
  [
    'every exchange up to the watermark in exactly one episode, none after it',
    'update salience.memory_progress set told_seq = 4',
  ],
  [
    'every exchange up to the watermark in exactly one episode, none after it',
    'update salience.memory_progress set told_seq = 0',
  ],
  [
    'every exchange up to the watermark in exactly one episode, none after it',
    "insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome, open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at) select 'ep_2', agent_id, thread_id, 2, 3, reason, gist, intent, outcome, open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at from salience.episodes",
  ],
  ['every exchange of a thread that is over in an episode', "update salience.threads set state = 'expired'"],
  [
    'an episode tells the exchanges of its stretch',
    "delete from salience.episode_exchanges where exchange_id = 'ex_2'",
  ],
  [
    'no episode of one or two exchanges but at the end of a thread',
    'update salience.episodes set last_seq = 2; update salience.memory_progress set told_seq = 2',
  ],
  [
    'merged into a later turn of its thread',
    "update salience.turns set state = 'merged' where id = 'turn_2'",
  ],
  [
    'merged into a later turn of its thread',
    "update salience.turns set state = 'merged', merged_into = 'turn_1' where id = 'turn_2'",
  ],
  [
    'what was merged is in the exchange that answers',
    "update salience.turns set state = 'merged', merged_into = 'turn_3' where id = 'turn_2'; update salience.turns set own_text = 'm' where id = 'turn_3'",
  ],
  [
    'interrupted by a later turn of its thread',
    "update salience.turns set interrupted_by = 'turn_1' where id = 'turn_2'",
  ],
  [
    'tried again at most once, where it stood',
    "update salience.turns set state = 'quarantined', settled_as = 'retried' where id = 'turn_1'; update salience.turns set parent_turn_id = 'turn_1' where id > 'turn_1'",
  ],
  ['accepted turn exists', "update salience.turns set idempotency_key = 'another' where id = 'turn_2'"],
  ['what a client saw stays', "update salience.replies set text = 'another' where turn_id = 'turn_2'"],
])('%s', (rule, statement) => {
  test(`is seen to be broken by: ${statement.slice(0, 60)}`, async () => {
    for (const one of statement.split(';')) await database.admin(one);
    const { violations } = await check();
    expect(violations.filter((violation) => violation.startsWith(`${rule}: `))).not.toEqual([]);
  });
});

describe('what clients wrote down', () => {
  test('an accepted turn that is gone is a violation (law 2)', async () => {
    log.push({ key: 'key-9', turnId: 'turn_9', threadId: 'thr_a', n: 4 });
    expect((await check()).violations).toEqual([
      'accepted turn exists: turn_9 (key key-9) is not in Postgres',
    ]);
  });

  test('a key that was answered with two turns is a violation (law 4)', async () => {
    log.push({ key: 'key-1', turnId: 'turn_2', threadId: 'thr_a', n: 1 });
    expect((await check()).violations).toContain(
      'a key is one turn: key-1 was answered with turn_1 and turn_2',
    );
  });

  test('an earlier message behind a later one is a violation (law 3)', async () => {
    log = log.map((entry) => ({ ...entry, n: 10 - entry.n }));
    expect((await check()).violations.filter((one) => one.startsWith('order of acceptance: '))).toHaveLength(
      3,
    );
  });

  test('the same answer twice is none', async () => {
    log.push(...log);
    expect((await check()).violations).toEqual([]);
  });
});

test('takeovers are measured from the last renewal to the new claim', async () => {
  await database.admin(`insert into salience.lane_takeovers (thread_id, fence, agent_id, lost_owner, new_owner, last_renewed_at, taken_at)
    select 'thr_a', n, 'agt', 'a', 'b', now(), now() + n * interval '1 second' from generate_series(1, 21) n`);
  expect((await check()).stats.takeovers).toEqual({ count: 21, p50Ms: 11_000, p95Ms: 20_000, maxMs: 21_000 });
});
