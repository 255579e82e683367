import { memoryChunkJob } from '@salience/contracts';
import { createModels, type Models } from '@salience/llm';
import type { JobContext } from '@salience/queues';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { createChunker } from '../src/chunker.ts';
import { openModelServer } from './model-server.ts';
import { backends, openStage, type Stage, until } from './stage.ts';

const offline = createModels({ default: { kind: 'offline' } });

function chunkerOf(stage: Stage, models: Models) {
  return createChunker({
    clock: stage.clock,
    db: stage.db('salience_memory_chunker'),
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    modelTimeoutMs: 10_000,
  });
}

function attempt(part: Partial<JobContext> = {}): JobContext {
  return {
    jobId: 'job',
    attempt: 1,
    attemptsMax: 3,
    signal: new AbortController().signal,
    waitMs: 0,
    ...part,
  };
}

describe('memory.chunk', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });

  const chunkState = async (id: string) =>
    (
      await stage.rows<{ state: string; error: string | null; chunks: number }>(
        `select chunk_state as state, chunk_error as error,
         (select count(*) from salience.chunks where exchange_id = $1) as chunks from salience.exchanges where id = $1`,
        [id],
      )
    )[0];

  it('stores one chunk of an exchange, however many jobs come at once (law 4)', async () => {
    const thread = await stage.makeThread();
    const exchangeId = await stage.makeExchange(thread, 1);
    const chunker = chunkerOf(stage, offline);
    const runs = Array.from({ length: 4 }, () => chunker({ agentId: stage.agentId, exchangeId }, attempt()));
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 4 }, () => ({ kind: 'done' })));
    expect(await chunkState(exchangeId)).toEqual({ state: 'chunked', error: null, chunks: 1 });
    const facts = await stage.rows(
      'select subject, key, value, trust from salience.facts where exchange_id = $1',
      [exchangeId],
    );
    expect(facts).toContainEqual({ subject: 'Ana', key: 'lives_in', value: 'Porto', trust: 'user' });
  });

  it('lets what is remembered keep the trust of its exchange (law 10)', async () => {
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1, { trust: 'external' });
    await chunkerOf(stage, offline)({ agentId: stage.agentId, exchangeId }, attempt());
    const labels = await stage.rows('select distinct trust from salience.facts where exchange_id = $1', [
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
    const { models } = await openModelServer({ content });
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1);
    await chunkerOf(stage, models)({ agentId: stage.agentId, exchangeId }, attempt());
    expect(await stage.rows('select value from salience.facts where exchange_id = $1', [exchangeId])).toEqual(
      [{ value: 'Porto' }],
    );
    expect(await stage.rows('select 1 from salience.gists where exchange_id = $1', [exchangeId])).toEqual([]);
  });

  it('leaves an exchange visibly without chunk when the answer and its repair are broken', async () => {
    const server = await openModelServer({ content: '{"gists": [' });
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1);
    const outcome = await chunkerOf(stage, server.models)({ agentId: stage.agentId, exchangeId }, attempt());
    expect(outcome).toEqual({ kind: 'done' });
    expect(await chunkState(exchangeId)).toEqual({ state: 'failed', error: 'llm.invalid-output', chunks: 0 });
    expect(server.calls()).toBe(2);
  });

  it('waits for a model that is away: first the queue retries, then the job rests; the exchange stays pending', async () => {
    const { models } = await openModelServer({ status: 503, content: '' });
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1);
    const chunker = chunkerOf(stage, models);
    const payload = { agentId: stage.agentId, exchangeId };
    await expect(chunker(payload, attempt())).rejects.toMatchObject({
      code: 'llm.unreachable',
      kind: 'retryable',
    });
    expect(await chunker(payload, attempt({ attempt: 3 }))).toMatchObject({ kind: 'snooze' });
    expect(await chunkState(exchangeId)).toMatchObject({ state: 'pending' });
  });

  it('gives a job back when a drain cuts its model call short', async () => {
    const { models } = await openModelServer({ content: '{}' });
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1);
    const drained = Object.assign(new Error('draining'), {
      name: 'SalienceError',
      code: 'queues.drained',
      kind: 'retryable',
    });
    const run = chunkerOf(stage, models)(
      { agentId: stage.agentId, exchangeId },
      attempt({ signal: AbortSignal.abort(drained) }),
    );
    await expect(run).rejects.toBe(drained);
    expect(await chunkState(exchangeId)).toMatchObject({ state: 'pending' });
  });

  it('has nothing to do for an exchange that is gone', async () => {
    const exchangeId = `ex_${'0'.repeat(32)}` as never;
    expect(await chunkerOf(stage, offline)({ agentId: stage.agentId, exchangeId }, attempt())).toEqual({
      kind: 'done',
    });
  });
});

describe.each(backends)('the memory-chunker process on %s', (backend) => {
  it('writes the facts of an exchange where another process reads them (law 8)', async () => {
    const stage = await openStage(backend);
    const exchangeId = await stage.makeExchange(await stage.makeThread(), 1);
    stage.spawnApp('memory-chunker', 'salience_memory_chunker');
    const queues = await stage.queues();
    await queues.enqueue(memoryChunkJob, { agentId: stage.agentId, exchangeId });
    const facts = await until('facts of the exchange', async () => {
      const rows = await stage.rows('select subject, value from salience.facts where exchange_id = $1', [
        exchangeId,
      ]);
      return rows.length === 0 ? undefined : rows;
    });
    expect(facts).toContainEqual({ subject: 'Ana', value: 'Porto' });
    expect(await stage.rows("select state from salience.workers where app = 'memory-chunker'")).toEqual([
      { state: 'ready' },
    ]);
  });
});
