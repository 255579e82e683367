import { episodeBuildJob, type ThreadId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { createModels, type Models } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  backends,
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type ModelScript,
  type PlantedExchange,
  type Plants,
  plantsIn,
  runJob,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ItemCode } from '../src/embedding.ts';
import { createEpisodeBuilder } from '../src/episode-builder.ts';

const offline = createModels({ default: { kind: 'offline' } });
const start = new Date('2030-01-01T12:00:00Z');

let database: TestDatabase;
let plants: Plants;
let clock: ClockControl;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  clock = clockControl(database);
});
beforeEach(async () => {
  await clock.set(start);
  await database.admin("update salience.memory_leases set lease_until = null where kind = 'tell'");
});
afterAll(() => database.close());

/** Tells what is due as the queue would have it; resolves with the outcome. */
async function build(models: Models = offline, code?: ItemCode) {
  const db = database.connect('salience_episodic');
  const builder = createEpisodeBuilder({
    clock: createSharedClock(db),
    db,
    embedding: { codeOf: () => Promise.resolve(code) },
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  return runJob(builder, episodeBuildJob, { agentId: plants.agentId });
}

async function modelThat(script: ModelScript): Promise<Models> {
  const server = await createFakeModelServer(script);
  onTestFinished(() => server.close());
  return createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
}

/** Plants exchanges of a thread whose chunks were looked for, from a place on. */
async function chunked(thread: ThreadId, first: number, parts: readonly PlantedExchange[]) {
  const exchanges = [];
  for (const [at, part] of parts.entries())
    exchanges.push(await plants.exchange(thread, first + at, { chunked: true, ...part }));
  return exchanges;
}

/** A thread that is over, with exchanges that were chunked and not told. */
async function ended(...parts: readonly PlantedExchange[]) {
  const thread = await plants.thread();
  const exchanges = await chunked(thread, 1, parts);
  await plants.over(thread);
  return { thread, exchanges };
}

const episodes = (thread: ThreadId) =>
  database.admin<Record<string, unknown>>(
    `select id, first_seq::int as first, last_seq::int as last, reason, complete, trust, gist, salience,
       (select array_agg(x.exchange_id order by c.seq) from salience.episode_exchanges x join salience.exchanges c on c.id = x.exchange_id where x.episode_id = e.id) as exchanges
     from salience.episodes e where thread_id = $1 order by first_seq`,
    [thread],
  );
/** Where a thread stands: told to the end, tried again at its time, or given up until an operator asks. */
const stands = async (thread: ThreadId) =>
  (
    await database.admin(
      `select m.told_seq::int as told, r.kind, r.error, r.id is not null and r.due_at is null as failed from salience.memory_progress m
       left join salience.memory_retries r on r.thread_id = m.thread_id where m.thread_id = $1`,
      [thread],
    )
  )[0];
const told = (seq: number) => ({ told: seq, kind: null, error: null, failed: false });
const chunk = (exchangeId: string) =>
  database.admin(
    `insert into salience.chunks (exchange_id, agent_id, thread_id, entities, model, created_at)
     select id, agent_id, thread_id, '[]', 'test', now() from salience.exchanges where id = $1`,
    [exchangeId],
  );

describe('episode.build', () => {
  it('tells a stretch in one episode, however many jobs come at once (law 4), with the lowest trust (law 10)', async () => {
    const { exchanges, thread } = await ended({ trust: 'external' }, {}, {});
    for (const id of exchanges) await chunk(id);
    await Promise.all(Array.from({ length: 4 }, () => build()));
    expect(await episodes(thread)).toEqual([
      {
        id: expect.any(String),
        first: 1,
        last: 3,
        reason: 'silence',
        exchanges,
        complete: true,
        trust: 'external',
        gist: expect.any(String),
        salience: expect.any(Number),
      },
    ]);
    expect(await stands(thread)).toEqual(told(3));
  });

  it('makes the codes of exchanges that have none, and leaves the others alone', async () => {
    const { exchanges } = await ended(
      { message: 'The ferry is blue.' },
      { message: 'It leaves at nine.' },
      {},
    );
    const [first] = exchanges;
    await database.admin(
      `insert into salience.memory_codes (agent_id, item_id, kind, model_id, code) values ($1, $2, 'exchange', 'm', 'a')`,
      [plants.agentId, first],
    );
    await build(offline, { code: Buffer.from('b').toString('base64'), codeModelId: 'm' });
    const codes = await database.admin(
      `select item_id, encode(code, 'escape') as code from salience.memory_codes where item_id = any ($1) order by item_id`,
      [exchanges],
    );
    // Ids of one millisecond are in no order.
    expect(codes).toEqual(
      exchanges.toSorted().map((item_id) => ({ item_id, code: item_id === first ? 'a' : 'b' })),
    );
  });

  it('waits while a chunk is tried again, and tells without it what was given up (law 15)', async () => {
    const { exchanges, thread } = await ended({}, {}, {});
    for (const id of exchanges.slice(0, 2)) await chunk(id);
    const retryId = newId('memoryRetry');
    await database.admin(
      `insert into salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, tries, error, due_at, created_at)
       values ($1, $2, 'chunk', $3, 3, 3, 1, 'llm.overloaded', $4, $4)`,
      [retryId, plants.agentId, thread, start],
    );
    expect(await build()).toEqual({ kind: 'done' });
    expect(await episodes(thread)).toEqual([]);
    await database.admin('update salience.memory_retries set due_at = null where id = $1', [retryId]);
    await plants.over(thread);
    await build();
    expect(await episodes(thread)).toMatchObject([{ first: 1, last: 3, complete: false }]);
  });

  it('tells one or two exchanges at the end of a thread with its last episode, told anew', async () => {
    const thread = await plants.thread();
    const first = await chunked(thread, 1, [
      { message: 'The ferry leaves at nine.' },
      { message: 'The ferry is blue.' },
      {},
    ]);
    await database.admin('update salience.memory_progress set tell_at = $2 where thread_id = $1', [
      thread,
      start,
    ]);
    await clock.advance(601_000);
    await build();
    const [before] = await episodes(thread);
    expect(before).toMatchObject({ first: 1, last: 3, reason: 'silence', exchanges: first });
    await database.admin('update salience.episodes set told_version = 3 where id = $1', [before?.['id']]);
    const at = await clock.now();
    const later = await chunked(thread, 4, [
      { at, message: 'My cousin Zita moved to Ulm.' },
      { at, message: 'Zita plays the violin.' },
    ]);
    await plants.over(thread);
    await build();
    const grown = await episodes(thread);
    expect(grown).toMatchObject([
      { id: before?.['id'], first: 1, last: 5, reason: 'expiry', exchanges: [...first, ...later] },
    ]);
    expect(grown[0]?.['gist']).not.toBe(before?.['gist']);
    // It is news for the autobiography again.
    const versions = await database.admin('select told_version from salience.episodes where id = $1', [
      before?.['id'],
    ]);
    expect(versions).toEqual([{ told_version: null }]);
    expect(await stands(thread)).toEqual(told(5));
  });

  it('leaves a stretch visibly without episode when the answer and its repair are broken, or tell of something else', async () => {
    const invented = JSON.stringify({
      gist: 'Seventeen dragons bought castles near Jupiter.',
      intent: 'x',
      outcome: '',
      openLoops: [],
      factors: { novelty: 1, emotional: 1, commitment: 1, unresolved: true },
    });
    for (const [content, error] of [
      ['no json', 'llm.invalid-output'],
      [invented, 'memory.unsupported-episode'],
    ] as const) {
      const { thread } = await ended({});
      expect(await build(await modelThat([{ text: content }]))).toEqual({ kind: 'done' });
      expect(await stands(thread)).toEqual({ told: 1, kind: 'tell', error, failed: true });
      expect(await episodes(thread)).toEqual([]);
      // An operator has it told once more, with a better model.
      await database.admin('update salience.memory_retries set due_at = $2 where thread_id = $1', [
        thread,
        start,
      ]);
      await build();
      expect(await episodes(thread)).toMatchObject([{ first: 1, last: 1 }]);
      expect(await stands(thread)).toEqual(told(1));
    }
  });

  it('tells questions in their own words, without a model', async () => {
    const { thread } = await ended({ message: 'What is my door code?' }, { message: 'Thanks, good night!' });
    // Asked, it would fail.
    expect(await build(await modelThat([{ status: 500 }]))).toEqual({ kind: 'done' });
    expect(
      await database.admin('select gist, outcome, model from salience.episodes where thread_id = $1', [
        thread,
      ]),
    ).toEqual([
      { gist: 'What is my door code? / Thanks, good night!', outcome: '', model: 'nothing-to-keep' },
    ]);
  });

  it('leaves a stretch waiting while the model is away, and the agent rests', async () => {
    const { thread } = await ended({});
    expect(await build(await modelThat([{ status: 401 }]))).toEqual({ kind: 'done' });
    expect(await stands(thread)).toEqual(told(0));
    // Nobody is asked while it rests.
    expect(await build()).toEqual({ kind: 'done' });
    expect(await episodes(thread)).toEqual([]);
    await database.admin("update salience.memory_leases set lease_until = null where kind = 'tell'");
    await build();
    expect(await episodes(thread)).toHaveLength(1);
  });
});

describe.each(backends())('the episodic process on %s', (backend) => {
  it('waits for a chunk without a waiting worker, then writes the episode where another process reads it (law 8)', async () => {
    const queues = await testQueues(backend, database);
    onTestFinished(() => queues.close());
    const thread = await plants.thread();
    const exchangeId = await plants.exchange(thread, 1);
    await plants.over(thread);
    await spawnApp('episodic', { database, queues, env: { SALIENCE_CLOCK: 'shared' } });
    const hint = () => queues.enqueue(episodeBuildJob, { agentId: plants.agentId });
    await hint();
    await until(
      async () => {
        const depth = (await queues.depths()).find((view) => view.queue === episodeBuildJob.queue);
        return depth?.waiting === 0 && depth.delayed === 0 && depth.active === 0;
      },
      { what: 'the job to be over', timeoutMs: 30_000 },
    );
    expect(await episodes(thread)).toEqual([]);
    await chunk(exchangeId);
    await database.admin(
      'insert into salience.memory_progress (thread_id, agent_id, chunked_seq, tell_at) values ($1, $2, 1, $3)',
      [thread, plants.agentId, start],
    );
    await hint();
    const [episode] = await until(
      async () => {
        const rows = await episodes(thread);
        return rows.length > 0 ? rows : undefined;
      },
      { what: 'the episode', timeoutMs: 30_000 },
    );
    expect(episode).toMatchObject({ complete: true });
  }, 90_000);
});
