import type { ExchangeId, ThreadId, TopicId, TurnId } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, newId } from '../src/index.ts';
import { findMemories, loadTopics, settleTopics, type ToldTopics } from '../src/doors/recall.ts';
import { claimLane } from '../src/doors/turns.ts';
import { loadForChunks } from '../src/doors/remembering.ts';
import { saveChunk } from '@salience/testing';
import { createWorld, settledTurns, type World } from './world.ts';
import { searchMemory } from './search-memory.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

async function say(text: string): Promise<ExchangeId> {
  const { threadId } = await world.accept(text, { threadKey: newId('thread').slice(4) });
  const id = newId('exchange');
  await world.commit(await world.take(threadId), { exchange: { id, mode: 'RESPOND', traceparent: null } });
  return id;
}

describe('search under row-level security', () => {
  it('reads what was written lately by its index and not the table', async () => {
    const id = await say('The axolotl sleeps under the stairs.');
    for (let n = 0; n < 30; n += 1) await say(`Nothing of interest happened on day ${n}.`);
    const scans = async () =>
      (
        await world.database.admin<{ table: number; index: number }>(
          `select (select seq_scan from pg_stat_user_tables where relname = 'turn_ends')::int as table,
             (select idx_scan from pg_stat_user_indexes where indexrelname = 'turn_ends_written')::int as index
           from pg_stat_clear_snapshot()`,
        )
      )[0] ?? { table: 0, index: 0 };
    const digest = createDatabase({
      url: world.database.directUrlFor('salience_digest'),
      poolMax: 1,
      applicationName: 'test',
    });
    const search = () =>
      searchMemory(digest, { agentId: world.agentId, query: 'Where does the axolotl sleep?', limit: 5 });
    expect((await search())[0]?.id).toBe(id);
    // Counters of a session reach the statistics when it is told to flush them, here at the end of its next statement.
    await digest.pool.query('select pg_stat_force_next_flush()');
    const before = await scans();
    await search();
    await digest.pool.query('select pg_stat_force_next_flush()');
    const after = await scans();
    expect(after.index).toBeGreaterThan(before.index);
    expect(after.table).toBe(before.table);
    await digest.close();
  });

  it('looks up what has ended and what lies ahead one by one, also by plans that were made when little was said', async () => {
    const [first] = [await say('The heron nests at the pond.'), await say('It rains.')];
    await world.database.admin(
      `insert into salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at,
         single_valued, valid_from, valid_to, created_at)
       select 'fact_heron', agent_id, thread_id, id, 'heron', 'nests_at', 'pond', 1, 'user', 'test', said_at, true, said_at, said_at, said_at
       from salience.exchanges where id = $1`,
      [first],
    );
    await world.database.admin(
      `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, due_at, trust, source, state, made_turn_id, cancelled_at, cancelled_turn_id,
         created_at)
       select '2020-01-01T00:00:00', 'sch_heron', agent_id, thread_id, 'Look at the heron.', said_at, 'user', 'test', 'cancelled', turn_id, said_at, turn_id, said_at
       from salience.exchanges where id = $1`,
      [first],
    );
    const digest = createDatabase({
      // A plan is kept on a connection of one's own, and counters that others left on a pooler's would be counted here.
      url: world.database.directUrlFor('salience_digest'),
      poolMax: 1,
      applicationName: 'test',
    });
    const threadId = await world.database
      .admin<{ id: ThreadId }>('select thread_id as id from salience.exchanges where id = $1', [first])
      .then(([row]) => row?.id as ThreadId);
    const look = async () => {
      const at = new Date(Date.now() + 60_000);
      const rests = [{ id: first as string, source: first as string }];
      const ask = { agentId: world.agentId, found: [], beside: [first], rests, at };
      const { ended } = await findMemories(digest, { ...ask, worldOf: { threadId, at } });
      await digest.pool.query('select pg_stat_force_next_flush()');
      return ended?.map(({ kind }) => kind);
    };
    const fetched = async () =>
      (
        await world.database.admin<{ rows: number }>(
          `select sum(idx_tup_fetch)::int as rows from pg_stat_user_tables, pg_stat_clear_snapshot()
           where relname = any ('{exchanges,facts,episodes,trait_sources,turns}')`,
        )
      )[0]?.rows ?? 0;
    expect(await look()).toEqual(['fact', 'reminder']);
    for (let n = 0; n < 60; n += 1) await say(`Nothing of interest happened on day ${n}.`);
    const before = await fetched();
    await look();
    expect((await fetched()) - before).toBeLessThan(30);
    await digest.close();
  });

  it('law 12: what reads without row-level security serves only the agent that the caller speaks for', async () => {
    const digest = world.database.connect('salience_digest');
    const reader = `select * from salience.load_index($1, 'm', '{exchange}', '0', '', 5)`;
    await expect(digest.pool.query(reader, [world.agentId])).rejects.toThrow('on behalf of another');
  });
});

describe('a turn that is taken', () => {
  it('lanes that are claimed at once each get their own turn, and a held one says so', async () => {
    const accepted = await Promise.all(
      Array.from({ length: 9 }, (_, n) => world.accept(`message ${n}`, { threadKey: `crowd-${n}` })),
    );
    const steps = await Promise.all(accepted.map(({ threadId }) => world.claim(threadId)));
    expect(steps.map((step) => (step.status === 'turn' ? step.turn.text : step.status))).toEqual(
      accepted.map((_, n) => `message ${n}`),
    );
    const again = await Promise.all(accepted.map(({ threadId }) => world.claim(threadId, 'w2')));
    expect(again.map((step) => step.status)).toEqual(accepted.map(() => 'held'));
  });

  it('law 3: of commits that travel together a fenced one writes nothing and the others everything', async () => {
    const [one, two] = await Promise.all(
      ['stays', 'is lost'].map((text) => world.accept(text, { threadKey: text })),
    );
    if (one === undefined || two === undefined) throw new Error('two were accepted');
    const [first, second] = [await world.take(one.threadId), await world.take(two.threadId)];
    await world.expireLease(two.threadId);
    await world.take(two.threadId, 'w2');
    const results = await Promise.all([world.commit(first), world.commit(second)]);
    expect(results.map((result) => result.status)).toEqual(['committed', 'fenced']);
    const ended = await world.database.admin(
      'select turn_id from salience.terminal_events where turn_id = any($1)',
      [[one.turnId, two.turnId]],
    );
    expect(ended).toEqual([{ turn_id: one.turnId }]);
  });
});

describe('chunks of one moment', () => {
  const save = (exchangeId: ExchangeId, who = world.database.connect('salience_memory_chunker')) =>
    saveChunk(who, {
      agentId: world.agentId,
      exchangeId,
      now: new Date(),
      model: 'test',
      entities: [],
      gists: [{ id: newId('gist'), type: 'fact', content: `of ${exchangeId}`, confidence: 0.5 }],
      facts: [],
    });

  it('are stored once each, however often and by however many they come', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => say(`The quokka has a ${n} on it.`)));
    const other = world.database.connect('salience_memory_chunker');
    const results = await Promise.all([...ids.map((id) => save(id)), ...ids.map((id) => save(id, other))]);
    expect(results.filter(({ status }) => status === 'stored')).toHaveLength(6);
    expect(results.filter(({ status }) => status === 'known')).toHaveLength(6);
    const [kept] = await world.database.admin<{ count: number }>(
      'select count(*) from salience.gists where exchange_id = any($1)',
      [ids],
    );
    expect(Number(kept?.count)).toBe(6);
    const missing = newId('exchange');
    expect(await save(missing)).toEqual({ status: 'no_exchange' });
  });

  it('are read in the order asked, with what was said before, and nothing for one that is gone', async () => {
    const first = await say('Here is the first.');
    const chunker = world.database.connect('salience_memory_chunker');
    const gone = newId('exchange');
    const [a, b] = await loadForChunks(chunker, world.agentId, [gone, first]);
    expect(a).toBeUndefined();
    expect(b?.exchange).toMatchObject({ id: first, message: 'Here is the first.' });
    expect(b?.exchange.saidAt).toBeInstanceOf(Date);
    expect(b?.before).toEqual([]);
  });
});

describe('what topics learn', () => {
  const model = 'm';
  /** Says something on a topic that teaches small whole numbers: one step, and a byte a component. */
  const teach = async (topicId: TopicId, numbers: readonly number[], modelId = model) => {
    const { threadId } = await world.accept('roses', { threadKey: newId('thread').slice(4) });
    const taken = await world.take(threadId);
    const vector = Buffer.from([0, 1, ...numbers.map((number) => number & 0xff)]).toString('base64');
    const result = await world.commit(taken, {
      topic: { id: topicId, name: topicId, trust: 'user', modelId: model, salience: 0.5 },
      exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null, codeModelId: modelId, vector },
    });
    if (result.status !== 'committed') throw new Error('fenced');
    return { turnId: taken.turn.id, xid: result.xid };
  };
  const load = () => loadTopics(world.digest, world.agentId, model);
  const settle = () => settleTopics(world.digest, world.agentId, model, 1);

  it('law 8: is in the rows of turns with the commit, and summed up once, whoever does it', async () => {
    const id = newId('topic');
    const turns = [await teach(id, [1, -2]), await teach(id, [3, 127]), await teach(id, [1, -128])];
    await teach(id, [9, 9], 'another');
    const before = await load();
    expect(before.topics.find((topic) => topic.id === id)?.numbers).toHaveLength(0);
    const own = before.taught.filter(({ topicId }) => topicId === id);
    expect(own.filter(({ vector }) => vector !== null).map(({ turnId, xid }) => ({ turnId, xid }))).toEqual(
      turns,
    );
    // What another model said was said, and teaches nothing.
    expect(own).toHaveLength(4);

    await Promise.all([settle(), settle(), settle()]).then(async (added) =>
      settledTurns(world, model, before.taught.length - added.reduce((sum, count) => sum + count)),
    );
    expect(await settle()).toBe(0);
    const after = await load();
    expect(after.taught).toEqual([]);
    const settled = after.topics.find((topic) => topic.id === id);
    expect([...(settled?.numbers ?? [])]).toEqual([5, -3]);
    expect(settled?.seenAt).toBe(Math.max(...own.map(({ saidAt }) => saidAt)));
    await teach(id, [-5, 3]);
    await settledTurns(world, model, 1);
    expect([...((await load()).topics.find((topic) => topic.id === id)?.numbers ?? [])]).toEqual([0, 0]);
  });

  it('comes with the next claim, but for what the caller knows; law 12: to its own agent only', async () => {
    const id = newId('topic');
    const { from } = await load();
    const first = await teach(id, [1, 1]);
    const second = await teach(id, [2, 2]);
    const told = async (known: readonly TurnId[], agentId = world.agentId) => {
      const { threadId } = await world.accept('next', { threadKey: newId('thread').slice(4) });
      const claim = await claimLane(world.digest, {
        agentId,
        threadId,
        owner: 'w1',
        now: new Date(),
        topics: { state: 7, modelId: model, from, known },
      });
      return claim.status === 'turn' ? claim.snapshot.topics : undefined;
    };
    const all = await told([]);
    expect(all).toMatchObject({ state: 7, statistics: null });
    // With what was said before, while a transaction on the server holds the horizon back.
    const of = (topics: ToldTopics | undefined) =>
      topics?.taught.filter(({ topicId }) => topicId === id).map(({ turnId }) => turnId);
    expect(of(all)).toEqual([first.turnId, second.turnId]);
    expect(all?.made.filter((topic) => topic.id === id)).toEqual([
      { id, name: id, salience: 0.5, xid: first.xid, isSettled: false },
    ]);
    expect(BigInt(all?.upto ?? 0)).toBeGreaterThanOrEqual(BigInt(from));
    expect(of(await told([first.turnId]))).toEqual([second.turnId]);
    expect(await told([], newId('agent'))).toBeUndefined();
    for (let n = 0; n < 65; n += 1) await teach(id, [1, 1]);
    expect((await told([]))?.upto).toBeNull();
  });
});
