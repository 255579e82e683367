import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentId } from '@salience/contracts';
import { until } from '@salience/testing';
import { newId } from '../src/index.ts';
import { createAgent } from '../src/doors/agents.ts';
import { type AcceptResult, type AcceptTurn, acceptTurn } from '../src/doors/turns.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const message = fc.record(
  {
    threadKey: fc.constantFrom('left', 'right', 'new'),
    text: fc.constantFrom('one', 'two'),
    idempotencyKey: fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }),
    midRun: fc.constantFrom('queue', 'reject', 'merge', 'interrupt'),
    limits: fc.constantFrom(undefined, { openTurns: 3 }, { turnsPerMinute: 3 }),
  },
  { noNullPrototype: true },
);

describe('messages that are accepted in one transaction', () => {
  it('are accepted as if they had come one after another: keys, places, policies, the last place under a limit', async () => {
    const { agentId } = await createAgent(world.database.connect('salience_operator'), {
      name: 'alone',
      persona: '',
    }).then(({ id }) => ({ agentId: id }));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 7 }), async (messages) => {
        run += 1;
        const asked = (agent: AgentId, side: string): AcceptTurn[] =>
          messages.map(({ threadKey, idempotencyKey, limits, ...rest }) => ({
            ...rest,
            agentId: agent,
            turnId: newId('turn'),
            newThreadId: newId('thread'),
            threadKey: `${threadKey}-${run}`,
            ...(idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${run}` }),
            ...(limits === undefined ? {} : { limits }),
            caller: side,
            source: 'test',
            trust: 'user' as const,
            now: new Date(),
          }));
        await world.database.admin('delete from salience.agent_limits');
        await world.database.admin('update salience.lanes set cursor = tail');
        const together = asked(world.agentId, 'together');
        const told = await Promise.all(together.map((turn) => acceptTurn(world.consumer, turn)));
        // Threads are taken in order, and the messages of one as they came.
        const order = messages
          .map((_, at) => at)
          .toSorted((a, b) => {
            const [x, y] = [messages[a]?.threadKey ?? '', messages[b]?.threadKey ?? ''];
            return x === y ? a - b : x < y ? -1 : 1;
          });
        const apart = asked(agentId, 'apart');
        const singly: AcceptResult[] = [];
        for (const at of order) singly[at] = await acceptTurn(world.consumer, apart[at] as AcceptTurn);
        expect(told.map((result) => shapeOf(result, together))).toEqual(
          singly.map((result) => shapeOf(result, apart)),
        );
      }),
      { numRuns: 40 },
    );
  });
});

/** A result without what differs by chance: turns and threads by the message that brought them. */
function shapeOf(result: AcceptResult, asked: readonly AcceptTurn[]) {
  const place = (id: string) =>
    asked.findIndex(({ turnId, newThreadId }) => turnId === id || newThreadId === id);
  const text = JSON.stringify(result, (key, value: unknown) => {
    if (key === 'retryAfterMs') return 'some';
    return typeof value === 'string' && /^(turn|thr)_/.test(value) ? place(value) : value;
  });
  return JSON.parse(text) as unknown;
}

/** Turns of different threads, claimed. */
async function taken(count: number): Promise<Taken[]> {
  const turns: Taken[] = [];
  for (let n = 0; n < count; n += 1) {
    const { threadId } = await world.accept(`message ${n}`, { threadKey: `t-${n}` });
    turns.push(await world.take(threadId));
  }
  return turns;
}

const ended = async () =>
  (
    await world.database.admin<{ id: string }>(
      'select turn_id as id from salience.turn_ends order by seq, turn_id',
    )
  ).map(({ id }) => id);

describe('turns that end in one transaction', () => {
  it('law 3: one that lost its lane writes nothing, the others stand', async () => {
    const turns = await taken(3);
    await world.database.admin('update salience.lanes set fence = fence + 1 where thread_id = $1', [
      turns[1]?.turn.thread_id,
    ]);
    const results = await Promise.all(turns.map((turn) => world.commit(turn)));
    expect(results.map(({ status }) => status)).toEqual(['committed', 'fenced', 'committed']);
    expect(await ended()).toEqual([turns[0]?.turn.id, turns[2]?.turn.id]);
  });

  it('one that cannot be stored fails alone', async () => {
    const turns = await taken(5);
    const poison = {
      exchange: { id: newId('exchange'), mode: 'IGNORE', traceparent: null, code: '!', codeModelId: 'm' },
    } as const;
    const results = await Promise.allSettled(
      turns.map((turn, at) => world.commit(turn, at === 3 ? poison : {})),
    );
    expect(results.map(({ status }) => status)).toEqual(
      turns.map((_, at) => (at === 3 ? 'rejected' : 'fulfilled')),
    );
    expect(await ended()).toHaveLength(4);
  });

  it('one whose lane is locked waits alone', async () => {
    const turns = await taken(3);
    const client = await world.database.connect('salience_digest').pool.connect();
    await client.query('begin');
    await client.query("select set_config('app.agent', $1, true)", [world.agentId]);
    await client.query('select 1 from salience.lanes where thread_id = $1 for update', [
      turns[1]?.turn.thread_id,
    ]);
    const commits = turns.map((turn) => world.commit(turn));
    await until(async () => (await ended()).length === 2, { what: 'the others to be committed' });
    await client.query('rollback');
    client.release();
    expect((await Promise.all(commits)).map(({ status }) => status)).toEqual(turns.map(() => 'committed'));
  });

  it('law 12: another agent’s turn in a batch is not touched', async () => {
    const [own] = await taken(1);
    const other = await createAgent(world.database.connect('salience_operator'), {
      name: 'other',
      persona: '',
    });
    const theirs = await world.accept('theirs', { agentId: other.id, threadKey: 'theirs' });
    await world.database.admin(
      `with l as (update salience.lanes set fence = 9, owner = 'w1', lease_until = now() + interval '1 minute' where thread_id = $1)
       update salience.turns set state = 'running', fence = 9 where id = $2`,
      [theirs.threadId, theirs.turnId],
    );
    const turn = (agentId: AgentId, of: { threadId: string; turnId: string; fence: number }) => ({
      ...of,
      agentId,
      seq: 1,
      now: new Date(),
      state: 'ignored',
      takeNext: false,
      leaseMs: 1_000,
      history: 1,
    });
    const mine = { threadId: own?.turn.thread_id ?? '', turnId: own?.turn.id ?? '', fence: own?.fence ?? 0 };
    const [row] = await world.digest.pool
      .query('select salience.commit_turns($1) as r', [
        JSON.stringify([
          turn(world.agentId, mine),
          turn(world.agentId, { ...theirs, fence: 9 }),
          turn(other.id, { ...theirs, fence: 9 }),
        ]),
      ])
      .then(({ rows }) => rows as { r: { status: string }[] }[]);
    expect(row?.r.map(({ status }) => status)).toEqual(['committed', 'fenced', 'fenced']);
    expect(await ended()).toEqual([mine.turnId]);
  });
});
