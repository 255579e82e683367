import { type ExchangeId, memoryChunkJob, type ThreadId } from '@salience/contracts';
import { newId } from '@salience/database';
import { loadAuditSample } from '@salience/database/keeping';
import { createModels, type Models } from '@salience/models';
import type { JobContext } from '@salience/queues';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  backends,
  collectSpans,
  createFakeModelServer,
  type ModelScript,
  type Plants,
  plantsIn,
  runJob,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createChunker } from '../src/chunker.ts';

const offline = createModels({ default: { kind: 'offline' } });

let database: TestDatabase;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date('2030-01-01T12:00:00Z'));
});
afterAll(() => database.close());

/** Works one exchange as the queue would; resolves with the outcome. */
async function chunk(
  exchangeId: ExchangeId,
  models: Models = offline,
  context: Partial<JobContext> = {},
  fault: (point: string) => Promise<void> = () => Promise.resolve(),
) {
  const [exchange] = await database.admin<{ threadId: ThreadId }>(
    'select thread_id as "threadId" from salience.exchanges where id = $1',
    [exchangeId],
  );
  const threadIds = exchange === undefined ? [] : [exchange.threadId];
  const chunker = createChunker({
    // Long after what was said: a silence follows it, so that a model is asked about it.
    clock: { now: () => Promise.resolve(new Date('2031-01-01T12:00:00Z')) },
    db: database.connect('salience_memory_chunker'),
    fault,
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() } as never,
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  return runJob(chunker, memoryChunkJob, { agentId: plants.agentId, threadIds }, context);
}

async function modelThat(script: ModelScript) {
  const server = await createFakeModelServer(script);
  onTestFinished(() => server.close());
  const models = createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
  return { server, models };
}

describe('memory.chunk', () => {
  const chunkState = async (id: string) =>
    (
      await database.admin<{ state: string; error: string | null; chunks: number }>(
        `select case when c.exchange_id is not null then 'chunked' when r.id is null or r.due_at is not null then 'pending' else 'failed' end as state,
           r.error, (select count(*)::int from salience.chunks where exchange_id = $1) as chunks
         from salience.exchanges e left join salience.chunks c on c.exchange_id = e.id
         left join salience.memory_retries r on r.thread_id = e.thread_id and e.seq between r.first_seq and r.last_seq where e.id = $1`,
        [id],
      )
    )[0];
  /** Has a piece that was set aside made again, as an operator does, or as its time comes. */
  const due = () =>
    database.admin("update salience.memory_retries set due_at = '2000-01-01' where agent_id = $1", [
      plants.agentId,
    ]);

  it('stores one chunk of an exchange, however many jobs come at once (law 4)', async () => {
    const thread = await plants.thread();
    const exchangeId = await plants.exchange(thread, 1);
    const runs = Array.from({ length: 4 }, () => chunk(exchangeId));
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'done' })));
    expect(await chunkState(exchangeId)).toEqual({ state: 'chunked', error: null, chunks: 1 });
    const facts = await database.admin(
      'select subject, key, value, trust from salience.facts where exchange_id = $1',
      [exchangeId],
    );
    expect(facts).toContainEqual({ subject: 'Ana', key: 'lives_in', value: 'Porto', trust: 'user' });
  });

  it('lets what is remembered keep the trust of its exchange (law 10)', async () => {
    const exchangeId = await plants.exchange(await plants.thread(), 1, { trust: 'external' });
    await chunk(exchangeId);
    const labels = await database.admin('select distinct trust from salience.facts where exchange_id = $1', [
      exchangeId,
    ]);
    expect(labels).toEqual([{ trust: 'external' }]);
  });

  it('keeps of a proposal only what the exchange supports (law 6)', async () => {
    const content = JSON.stringify({
      gists: [{ type: 'fact', content: 'Ana is the queen of Denmark.', confidence: 1 }],
      facts: [
        { subject: 'Ana', key: 'lives_in', value: 'Lisbon', confidence: 1 },
        { subject: 'Ana', key: 'lives_in', value: 'Porto', confidence: 1 },
      ],
      entities: [],
    });
    const { models } = await modelThat([{ text: content }]);
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    await chunk(exchangeId, models);
    expect(
      await database.admin('select value from salience.facts where exchange_id = $1', [exchangeId]),
    ).toEqual([{ value: 'Porto' }]);
    expect(await database.admin('select 1 from salience.gists where exchange_id = $1', [exchangeId])).toEqual(
      [],
    );
  });

  it('keeps a gist of an unsure reply as no surer than the reply, and one of what was said as it is (law 8)', async () => {
    const gists = ['The ferry leaves at noon.', 'Ana lives in Porto.'].map((content) => ({
      type: 'fact',
      content,
      confidence: 0.9,
    }));
    const { models } = await modelThat([{ text: JSON.stringify({ gists, facts: [], entities: [] }) }]);
    const exchangeId = await plants.exchange(await plants.thread(), 1, {
      message: 'Ana lives in Porto. When does the ferry leave?',
      reply: 'The ferry leaves at noon.',
    });
    await database.admin('update salience.turn_ends set reply_confidence = 0.3 where exchange_id = $1', [
      exchangeId,
    ]);
    await chunk(exchangeId, models);
    expect(
      await database.admin(
        'select content, round(confidence::numeric, 2)::text as sure from salience.gists where exchange_id = $1 order by confidence',
        [exchangeId],
      ),
    ).toEqual([
      { content: 'The ferry leaves at noon.', sure: '0.30' },
      { content: 'Ana lives in Porto.', sure: '0.90' },
    ]);
  });

  it('ends the fact and the trait that a person says to hold no longer (law 8)', async () => {
    const thread = await plants.thread();
    const tell = async (seq: number, message: string, at: string) =>
      chunk(await plants.exchange(thread, seq, { message, speaker: 'Vera', at: new Date(at) }));
    await tell(1, 'I live in Lisbon. I like sushi.', '2030-01-01T12:00:00Z');
    await tell(2, "I no longer live in Lisbon. I don't like sushi any more.", '2030-01-05T12:00:00Z');
    const rows = await database.admin(
      `select 'fact' as what, key, value, valid_to::date::text as ended from salience.facts where subject = 'Vera'
       union all select 'trait', key, value, valid_to::date::text from salience.traits where person = 'Vera' order by 1, 2, 3, 4`,
    );
    expect(rows).toEqual([
      { what: 'fact', key: 'dislikes', value: 'sushi', ended: null },
      { what: 'fact', key: 'likes', value: 'sushi', ended: '2030-01-05' },
      { what: 'fact', key: 'lives_in', value: 'Lisbon', ended: '2030-01-05' },
      { what: 'trait', key: 'lives_in', value: 'Lisbon', ended: '2030-01-05' },
      { what: 'trait', key: 'taste:sushi', value: 'dislikes sushi', ended: null },
      { what: 'trait', key: 'taste:sushi', value: 'likes sushi', ended: '2030-01-05' },
    ]);
  });

  it('keeps everything that an exchange tells, each with the words it stands on, once', async () => {
    const message = 'My name is Miguel. I love jazz, I am so happy! I will see Ana tomorrow.';
    const exchangeId = await plants.exchange(await plants.thread(), 1, { message });
    await chunk(exchangeId);
    await chunk(exchangeId);
    const [kept] = await database.admin<{ scope: string; times: { text: string; from: string }[] }>(
      'select sentiment, scope, times, grounds, entities, refused from salience.chunks where exchange_id = $1',
      [exchangeId],
    );
    expect(kept).toMatchObject({
      sentiment: expect.closeTo(0.875, 3),
      scope: expect.any(String),
      times: [
        {
          text: 'tomorrow',
          from: '2030-01-02T00:00:00.000Z',
          to: '2030-01-03T00:00:00.000Z',
          half: 'message',
        },
      ],
      grounds: { sentiment: { confidence: 0.7, half: 'message' }, scope: { half: 'message' } },
      refused: 0,
    });
    const rows = await database.admin<{ words: string }>(
      `select value, origin, substr($2, span_start + 1, span_end - span_start) as words from salience.trait_sources
       where exchange_id = $1 order by span_start`,
      [exchangeId, message],
    );
    expect(rows).toEqual([
      { value: 'Miguel', origin: 'explicit', words: 'Miguel' },
      { value: 'likes jazz', origin: 'explicit', words: 'jazz' },
    ]);
    const spans = await database.admin<{ words: string }>(
      `select substr($2, span_start + 1, span_end - span_start) as words from salience.gists where exchange_id = $1
       union all select substr($2, span_start + 1, span_end - span_start) from salience.facts where exchange_id = $1`,
      [exchangeId, message],
    );
    expect(spans.length).toBeGreaterThan(2);
    for (const { words } of spans) expect(message).toContain(words);
  });

  it('asks no model about a message that states nothing, and the audit counts it', async () => {
    const { models, server } = await modelThat([{ text: '{"gists": [], "facts": [], "entities": []}' }]);
    const thread = await plants.thread();
    const asking = await plants.exchange(thread, 1, {
      message: 'What is my door code?',
      reply: 'I do not know it.',
    });
    await chunk(asking, models);
    expect(server.requests()).toHaveLength(0);
    expect(await chunkState(asking)).toEqual({ state: 'chunked', error: null, chunks: 1 });
    await chunk(
      await plants.exchange(thread, 2, { message: 'Can you call my sister Ana about it?' }),
      models,
    );
    expect(server.requests()).toHaveLength(1);
    expect(await loadAuditSample(database.connect('salience_consumer'), plants.agentId, 1)).toMatchObject({
      untold: 1,
    });
  });

  it('keeps what a message asks to keep, once, whatever the model makes of it', async () => {
    const message = 'The cellar code is 9031, keep that in mind';
    const facts = async (proposed: object[], seq: number) => {
      const content = JSON.stringify({ gists: [], facts: proposed, entities: [] });
      const { models } = await modelThat([{ text: content }]);
      const exchangeId = await plants.exchange(await plants.thread(), seq, { message });
      await chunk(exchangeId, models);
      return database.admin('select subject, key, value, trust from salience.facts where exchange_id = $1', [
        exchangeId,
      ]);
    };
    expect(await facts([], 1)).toEqual([{ subject: 'note', key: 'says', value: message, trust: 'user' }]);
    const code = { subject: 'user', key: 'cellar_code', value: '9031' };
    expect(await facts([{ ...code, confidence: 0.9 }], 2)).toEqual([{ ...code, trust: 'user' }]);
  });

  it('shows the model what really goes on, and keeps what contradicts it as half as sure', async () => {
    const thread = await plants.thread();
    await database.admin(
      `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, trust, source, due_at, created_at)
       values ('2020-01-01T00:00:00', $1, $2, $3, 'water the plants', 'user', 'test', now(), now())`,
      [`sch_${'5'.repeat(32)}`, plants.agentId, thread],
    );
    const message = 'The reminder to water the plants is done.';
    const content = JSON.stringify({
      gists: [{ type: 'fact', content: message, confidence: 0.9 }],
      facts: [],
      entities: [],
    });
    const { models, server } = await modelThat([{ text: content }]);
    const exchangeId = await plants.exchange(thread, 1, { message });
    await chunk(exchangeId, models);
    const asked = String(server.requests()[0]?.messages.at(-1)?.content);
    expect(asked).toContain('<note kind="reminder">water the plants</note>');
    expect(
      await database.admin('select confidence from salience.gists where exchange_id = $1', [exchangeId]),
    ).toEqual([{ confidence: expect.closeTo(0.45, 3) }]);
  });

  it('offers the model the keys in use and the name of who speaks, and knows them by it (law 8)', async () => {
    const thread = await plants.thread();
    const at = new Date('2030-03-01T12:00:00Z');
    await chunk(
      await plants.exchange(thread, 1, {
        speaker: 'Odile',
        message: 'My name is Odile and I love jazz.',
        at,
      }),
    );
    const content = JSON.stringify({
      facts: [{ subject: "Odile's mother", key: 'lives_in', value: 'Brno' }],
    });
    const { models, server } = await modelThat([{ text: content }]);
    const told = await plants.exchange(thread, 2, {
      speaker: 'Odile',
      message: 'My mother lives in Brno.',
      at,
    });
    await chunk(told, models);
    expect(String(server.requests()[0]?.messages.at(-1)?.content)).toContain(
      '<known>name likes dislikes</known>',
    );
    expect(
      await database.admin('select subject, key, value from salience.facts where exchange_id = $1', [told]),
    ).toEqual([{ subject: "Odile's mother", key: 'lives_in', value: 'Brno' }]);
  });

  it('leaves an exchange visibly without chunk when the answer and its repair are broken, until it is retried', async () => {
    const { models, server } = await modelThat([{ text: '{"gists": [' }]);
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    // Set aside, which an operator sees and may have tried again.
    expect(await chunk(exchangeId, models)).toEqual({ kind: 'done' });
    expect(await chunkState(exchangeId)).toEqual({ state: 'failed', error: 'llm.invalid-output', chunks: 0 });
    expect(server.requests()).toHaveLength(2);
    const better = await modelThat([{ text: '{"gists": [], "facts": [], "entities": []}' }]);
    await due();
    expect(await chunk(exchangeId, better.models)).toEqual({ kind: 'done' });
    expect(await chunkState(exchangeId)).toEqual({ state: 'chunked', error: null, chunks: 1 });
  });

  it('waits for a model that is away: the agent rests, and the exchange is tried again until it is there', async () => {
    const { models } = await modelThat([{ status: 503 }]);
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await chunk(exchangeId, models)).toEqual({ kind: 'done' });
      expect(await chunkState(exchangeId)).toEqual({ state: 'pending', error: 'llm.overloaded', chunks: 0 });
      await due();
      await database.admin('update salience.memory_leases set lease_until = null where agent_id = $1', [
        plants.agentId,
      ]);
    }
    await chunk(exchangeId);
    expect(await chunkState(exchangeId)).toEqual({ state: 'chunked', error: null, chunks: 1 });
  });

  it('sets nothing aside on a machine so busy that one worker after another is too slow for its lease', async () => {
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    /** Works the exchange, and stays where it has loaded it until it may go on. */
    const begin = async () => {
      const [loaded, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const outcome = chunk(exchangeId, offline, {}, async (point) => {
        if (!point.endsWith('.loaded')) return;
        loaded.resolve();
        await goOn.promise;
      });
      await Promise.race([loaded.promise, outcome]);
      return () => {
        goOn.resolve();
        return outcome;
      };
    };
    let finish = await begin();
    for (let heirs = 1; heirs <= 5; heirs += 1) {
      await database.admin(
        "update salience.memory_leases set lease_until = clock_timestamp() - interval '1 second' where agent_id = $1",
        [plants.agentId],
      );
      const late = finish;
      finish = await begin();
      // It finds that its lease is another's, keeps nothing, and comes again.
      expect(await late()).toMatchObject({ kind: 'snooze' });
    }
    await finish();
    expect(await chunkState(exchangeId)).toEqual({ state: 'chunked', error: null, chunks: 1 });
  });

  it('gives a job back when a drain cuts its model call short', async () => {
    const { models } = await modelThat([{ text: '{}' }]);
    const exchangeId = await plants.exchange(await plants.thread(), 1);
    const drained = Object.assign(new Error('draining'), {
      name: 'SalienceError',
      code: 'queues.drained',
      kind: 'retryable',
    });
    const run = chunk(exchangeId, models, { signal: AbortSignal.abort(drained) });
    await expect(run).rejects.toBe(drained);
    expect(await chunkState(exchangeId)).toMatchObject({ state: 'pending' });
  });

  it('has nothing to do for an exchange that is gone', async () => {
    expect(await chunk(`ex_${'0'.repeat(32)}` as ExchangeId)).toEqual({ kind: 'done' });
  });
});

describe.each(backends())('the memory-chunker process on %s', (backend) => {
  it('writes the facts of an exchange where another process reads them (law 8), in the trace of its turn', async () => {
    const collector = await collectSpans();
    onTestFinished(() => collector.close());
    const queues = await testQueues(backend, database);
    onTestFinished(() => queues.close());
    const trace = 'a'.repeat(32);
    const threadId = await plants.thread();
    const exchangeId = await plants.exchange(threadId, 1, {
      traceparent: `00-${trace}-${'b'.repeat(16)}-01`,
    });
    const app = await spawnApp('memory-chunker', {
      database,
      queues,
      readyMs: 90_000,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
    });
    await queues.enqueue(memoryChunkJob, { agentId: plants.agentId, threadIds: [threadId] });
    const facts = await until(
      async () => {
        const rows = await database.admin(
          'select subject, value from salience.facts where exchange_id = $1',
          [exchangeId],
        );
        return rows.length > 0 ? rows : undefined;
      },
      { what: 'facts of the exchange', timeoutMs: 30_000 },
    );
    expect(facts).toContainEqual({ subject: 'Ana', value: 'Porto' });
    const spans = await collector.until((all) => (all.length >= 2 ? [...all] : undefined), {
      what: 'its spans',
    });
    expect(spans.map((span) => span.name).toSorted()).toEqual([
      expect.stringMatching(/^chat /),
      'process memory-chunk',
    ]);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([trace]));
    expect(await app.stop()).toBe(0);
    expect(
      await database.admin("select distinct state from salience.workers where app = 'memory-chunker'"),
    ).toEqual([{ state: 'stopped' }]);
  }, 150_000);
});
