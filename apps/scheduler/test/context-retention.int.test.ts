import type { AgentId, Id } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { createSchedule, listOccurrences } from '@salience/database/skills';
import { commitTurn, loadContexts } from '@salience/database/turns';
import { clockControl, fireSchedules, onceAt, type TestDatabase, testDatabase } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { createContextRetention, createOccurrenceRetention } from '../src/retention.ts';

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

it('what became of slots goes after its days, but the last 20 and what is not settled; a clock that is put back fires none of it (laws 4 and 15)', async () => {
  const [mine] = agents as [AgentId];
  const scheduler = database.connect('salience_scheduler');
  const made = await createSchedule(database.connect('salience_consumer'), {
    ...onceAt(start),
    agentId: mine,
    thread: 'daily',
    caller: 'test',
    text: 'Water the plants.',
    rule: 'FREQ=DAILY',
    source: 'test',
    trust: 'user',
    now: start,
  });
  const id = (made as { id: Id<'schedule'> }).id;
  const fire = (day: number) => fireSchedules(scheduler, { now: after(day), limit: 10 });
  for (let day = 0; day < 40; day += 1) expect((await fire(day)).length).toBe(1);
  const goesOn = "(select turn_id from salience.occurrences where slot = '2030-01-03T12:00:00Z')";
  const unheard = "(select turn_id from salience.occurrences where slot = '2030-01-05T12:00:00Z')";
  await database.admin(
    `update salience.turns set state = 'cancelled' where source = 'reminder' and id <> ${goesOn}`,
  );
  await database.admin(
    `update salience.notices set settled_at = created_at, settled_as = 'nothing' where turn_id <> ${unheard}`,
  );
  const run = async (days: number, at: Date) => {
    await clock.set(at);
    const db = database.connect('salience_scheduler');
    return createOccurrenceRetention({ db, clock: createSharedClock(db) }, days)(going);
  };
  expect([await run(0, after(500)), await run(90, after(89))]).toEqual([0, 0]);
  // Days 1, 2 and 4; then 6 to 20.
  expect([await run(90, after(94.9)), await run(90, after(500))]).toEqual([3, 15]);
  const left = await listOccurrences(scheduler, mine, id, { limit: 100 });
  const days = left.map(({ slot }) => (slot.getTime() - start.getTime()) / day + 1);
  expect(days.toReversed()).toEqual([3, 5, ...Array.from({ length: 20 }, (_, n) => n + 21)]);
  expect([await fire(0), await fire(9), await fire(39.9)]).toEqual([[], [], []]);
  expect((await fire(40)).map(({ fate }) => fate)).toEqual(['fired']);
  // Whoever forgets the turn in which an action made it finds all of its turns, those of what was pruned too.
  await database.admin("update salience.schedules set idempotency_key = 'made' where id = $1", [id]);
  await database.admin(
    `insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, idempotency_key, at)
     select id, 0, agent_id, thread_id, id, 'action', 'succeeded', 'made', accepted_at from salience.turns where source = 'test' limit 1`,
  );
  const [meant] = await database.admin<{ count: number }>(
    `select count(*)::int from salience.act_steps s cross join lateral salience.turns_to_forget(jsonb_populate_record(null::salience.forget_requests,
       jsonb_build_object('agent_id', s.agent_id, 'scope', 'item', 'target', s.turn_id, 'requested_at', timestamptz '2100-01-01')), '{}') t`,
  );
  expect(meant?.count).toBe(42);
});
