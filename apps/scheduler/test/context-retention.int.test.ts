import type { AgentId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { commitTurn, loadContexts } from '@salience/database/turns';
import { clockControl, type TestDatabase, testDatabase } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { createContextRetention } from '../src/retention.ts';

const day = 86_400_000;
const start = new Date('2030-01-01T12:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * day);
const going = new AbortController().signal;

let database: TestDatabase;
let clock: ReturnType<typeof clockControl>;
let agents: AgentId[];
beforeAll(async () => {
  database = await testDatabase();
  clock = clockControl(database);
  const [found] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const other = newId('agent');
  await database.admin(
    "insert into salience.agents (id, name, persona, settings) values ($1, 'other', '', '{}')",
    [other],
  );
  agents = [(found as { id: AgentId }).id, other];
});

/** What digest's commit does with the calls of a turn, under its role. */
async function keep(agentId: AgentId, at: Date, systems: readonly string[]) {
  const [threadId, turnId] = [newId('thread'), newId('turn')];
  await database.admin(
    `with t as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at)
       values ($1, $2, $1, 'test', '{}', $4, $4) returning id),
     l as (insert into salience.lanes (thread_id, agent_id, tail, fence, owner) select id, $2, 1, 1, 'wrk' from t)
     insert into salience.turns (id, agent_id, thread_id, seq, state, fence, text, source, trust, said_at, accepted_at)
     select $3, $2, id, 1, 'running', 1, '', 'test', 'user', $4, $4 from t`,
    [threadId, agentId, turnId, at],
  );
  const nothing = {
    error: null,
    timings: {},
    reply: null,
    topic: null,
    exchange: null,
    decision: null,
    thread: null,
  };
  const shown = {
    role: 'respond',
    provider: 'test',
    model: 'm',
    template: 'RESPOND',
    budgetTokens: 1,
    compacted: 'no',
  } as const;
  const contexts = systems.map((system, call) => ({
    ...shown,
    call,
    tokens: 1,
    sections: [],
    items: [],
    system,
    messages: [],
  }));
  const turn = { agentId, threadId, turnId, seq: 1, fence: 1, state: 'failed', takeNext: false } as const;
  const { status } = await commitTurn(database.connect('salience_digest'), {
    ...nothing,
    ...turn,
    contexts,
    now: at,
  });
  expect(status).toBe('committed');
  return turnId;
}

function retention(days: number) {
  const db = database.connect('salience_scheduler');
  return createContextRetention({ db, clock: createSharedClock(db) }, days);
}

const seen = async (agentId: AgentId, turnId: Awaited<ReturnType<typeof keep>>) =>
  (await loadContexts(database.connect('salience_digest'), agentId, turnId)).map(({ system }) => system);
const kept = async () => {
  const [row] = await database.admin<{ contexts: number; prefixes: string[] }>(
    `select (select count(*)::int from salience.contexts) as contexts,
       (select array_agg(system order by system) from salience.context_prefixes) as prefixes`,
  );
  return { contexts: row?.contexts ?? 0, prefixes: row?.prefixes ?? [] };
};

it('what models saw goes after its days of business time, of every agent, and what it refers to stays (laws 7 and 15)', async () => {
  const [mine, theirs] = agents as [AgentId, AgentId];
  const old = await keep(mine, start, ['a', 'a', 'b']);
  const later = await keep(mine, after(10), ['b', 'c']);
  const other = await keep(theirs, start, ['a']);
  await clock.set(after(29.9));
  expect(await retention(30)(going)).toBe(0);
  await clock.set(after(32));
  expect(await retention(0)(going)).toBe(0);
  // Four contexts, and the system text `a` of both agents; `b` was sent again ten days later.
  expect(await retention(30)(going)).toBe(6);
  expect(await seen(mine, old)).toEqual([]);
  expect(await seen(theirs, other)).toEqual([]);
  expect(await seen(mine, later)).toEqual(['b', 'c']);
  expect(await kept()).toEqual({ contexts: 2, prefixes: ['b', 'c'] });
  // What was forgotten is written again when it is sent again.
  const again = await keep(mine, after(32), ['a', 'c']);
  expect(await seen(mine, again)).toEqual(['a', 'c']);
  await clock.set(after(100));
  await retention(30)(going);
  expect(await kept()).toEqual({ contexts: 0, prefixes: [] });
});

it('more than one batch goes in one run, shared by several schedulers, none of it twice', async () => {
  for (let n = 0; n < 30; n += 1) {
    await keep(
      agents[n % 2] as AgentId,
      start,
      Array.from({ length: 30 }, () => `${n}`),
    );
  }
  await clock.set(after(32));
  const counts = await Promise.all(Array.from({ length: 4 }, () => retention(30)(going)));
  // What another one held is left to it, so what all of them did together counts.
  expect(counts.reduce((sum, count) => sum + count, await retention(30)(going))).toBe(930);
  expect(await kept()).toEqual({ contexts: 0, prefixes: [] });
});

it('a system text that is deleted while a turn sends it again is there for that turn', async () => {
  const [mine] = agents as [AgentId];
  await keep(mine, start, ['raced']);
  await clock.set(after(32));
  for (let round = 0; round < 10; round += 1) {
    const [turnId] = await Promise.all([keep(mine, after(32), ['raced', `${round}`]), retention(30)(going)]);
    expect(await seen(mine, turnId)).toEqual(['raced', `${round}`]);
    await database.admin(
      "update salience.context_prefixes set used_on = '2030-01-01' where system = 'raced'",
    );
    await database.admin('delete from salience.contexts');
  }
});
