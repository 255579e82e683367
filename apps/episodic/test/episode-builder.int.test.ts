import { episodeBuildJob } from '@salience/contracts';
import { createModels, type Models } from '@salience/llm';
import type { JobContext } from '@salience/queues';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEpisodeBuilder } from '../src/episode-builder.ts';
import { openModelServer } from './model-server.ts';
import { backends, openStage, start, type Stage, until } from './stage.ts';

const offline = createModels({ default: { kind: 'offline' } });
const job: JobContext = {
  jobId: 'job',
  attempt: 1,
  attemptsMax: 3,
  signal: new AbortController().signal,
  waitMs: 0,
};

function builderOf(stage: Stage, models: Models) {
  return createEpisodeBuilder({
    clock: stage.clock,
    db: stage.db('salience_episodic'),
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    modelTimeoutMs: 10_000,
  });
}

describe('episode.build', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });

  async function makeRange(...states: ('pending' | 'chunked' | 'failed')[]) {
    await stage.setTime(start);
    const thread = await stage.makeThread();
    const exchanges = [];
    for (const [index, chunkState] of states.entries()) {
      exchanges.push(
        await stage.makeExchange(thread, index + 1, { chunkState, trust: index === 0 ? 'external' : 'user' }),
      );
    }
    return { rangeId: await stage.makeRange(thread, 1, states.length), agentId: stage.agentId, exchanges };
  }
  const episodes = (rangeId: string) =>
    stage.rows<Record<string, unknown>>(
      `select first_exchange_id as first, last_exchange_id as last, complete, trust, salience from salience.episodes where range_id = $1`,
      [rangeId],
    );
  const range = async (rangeId: string) =>
    (await stage.rows('select state, error from salience.ranges where id = $1', [rangeId]))[0];

  it('builds one episode of a range, however many jobs come at once (law 4), with the lowest trust (law 10)', async () => {
    const { exchanges, ...payload } = await makeRange('chunked', 'chunked', 'failed');
    const build = builderOf(stage, offline);
    await Promise.all(Array.from({ length: 4 }, () => build(payload, job)));
    const built = await episodes(payload.rangeId);
    expect(built).toEqual([
      {
        first: exchanges[0],
        last: exchanges[2],
        complete: true,
        trust: 'external',
        salience: expect.any(Number),
      },
    ]);
    expect(await range(payload.rangeId)).toEqual({ state: 'built', error: null });
  });

  it('comes again later while a chunk is missing, and a minute of business time later builds with what there is (law 15)', async () => {
    const { exchanges: _, ...payload } = await makeRange('chunked', 'pending');
    const build = builderOf(stage, offline);
    expect(await build(payload, job)).toMatchObject({ kind: 'snooze' });
    expect(await episodes(payload.rangeId)).toEqual([]);
    await stage.setTime(new Date(start.getTime() + 61_000));
    expect(await build(payload, job)).toEqual({ kind: 'done' });
    expect(await episodes(payload.rangeId)).toMatchObject([{ complete: false }]);
  });

  it('leaves a range visibly without episode when the answer and its repair are broken, or tell of something else', async () => {
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
      const { exchanges: _, ...payload } = await makeRange('chunked');
      const { models } = await openModelServer({ content });
      expect(await builderOf(stage, models)(payload, job)).toEqual({ kind: 'done' });
      expect(await range(payload.rangeId)).toEqual({ state: 'failed', error });
      expect(await episodes(payload.rangeId)).toEqual([]);
    }
  });

  it('leaves a range pending while the model is away', async () => {
    const { exchanges: _, ...payload } = await makeRange('chunked');
    const { models } = await openModelServer({ status: 429, content: '' });
    await expect(builderOf(stage, models)(payload, job)).rejects.toMatchObject({ kind: 'retryable' });
    expect(await range(payload.rangeId)).toEqual({ state: 'pending', error: null });
  });
});

describe.each(backends)('the episodic process on %s', (backend) => {
  it('waits for a chunk without a waiting worker, then writes the episode where another process reads it', async () => {
    const stage = await openStage(backend);
    const thread = await stage.makeThread();
    const exchangeId = await stage.makeExchange(thread, 1);
    const rangeId = await stage.makeRange(thread, 1, 1);
    stage.spawnApp('episodic', 'salience_episodic');
    const queues = await stage.queues();
    await queues.enqueue(episodeBuildJob, { agentId: stage.agentId, rangeId });
    await until('the job to wait', async () => {
      const depth = (await queues.depths()).find((view) => view.queue === episodeBuildJob.queue);
      return depth?.delayed === 1 && depth.active === 0 ? depth : undefined;
    });
    await stage.rows("update salience.exchanges set chunk_state = 'chunked' where id = $1", [exchangeId]);
    const episode = await until('the episode', async () => {
      const rows = await stage.rows('select complete from salience.episodes where range_id = $1', [rangeId]);
      return rows[0];
    });
    expect(episode).toEqual({ complete: true });
  });
});
