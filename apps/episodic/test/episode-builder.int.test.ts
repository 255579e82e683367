import { episodeBuildJob, type RangeId } from '@salience/contracts';
import { createSharedClock } from '@salience/database';
import { createModels, type Models } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  backends,
  type ClockControl,
  clockControl,
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
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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
beforeEach(() => clock.set(start));
afterAll(() => database.close());

/** Works one range as the queue would; resolves with the outcome. */
async function build(rangeId: RangeId, models: Models = offline) {
  const db = database.connect('salience_episodic');
  const builder = createEpisodeBuilder({
    clock: createSharedClock(db),
    db,
    embedding: { codeOf: () => Promise.resolve(undefined) },
    fault: () => Promise.resolve(),
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
  });
  return runJob(builder, episodeBuildJob, { agentId: plants.agentId, rangeId });
}

async function modelThat(script: ModelScript): Promise<Models> {
  const server = await createFakeModelServer(script);
  onTestFinished(() => server.close());
  return createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
}

describe('episode.build', () => {
  async function makeRange(...states: ('pending' | 'chunked' | 'failed')[]) {
    const thread = await plants.thread();
    const exchanges = [];
    for (const [index, chunkState] of states.entries()) {
      exchanges.push(
        await plants.exchange(thread, index + 1, { chunkState, trust: index === 0 ? 'external' : 'user' }),
      );
    }
    return { rangeId: await plants.range(thread, 1, states.length), exchanges };
  }
  const episodes = (rangeId: string) =>
    database.admin<Record<string, unknown>>(
      `select first_exchange_id as first, last_exchange_id as last, complete, trust, salience from salience.episodes where range_id = $1`,
      [rangeId],
    );
  const range = async (rangeId: string) =>
    (await database.admin('select state, error from salience.ranges where id = $1', [rangeId]))[0];

  it('builds one episode of a range, however many jobs come at once (law 4), with the lowest trust (law 10)', async () => {
    const { exchanges, rangeId } = await makeRange('chunked', 'chunked', 'failed');
    await Promise.all(Array.from({ length: 4 }, () => build(rangeId)));
    const built = await episodes(rangeId);
    expect(built).toEqual([
      {
        first: exchanges[0],
        last: exchanges[2],
        complete: true,
        trust: 'external',
        salience: expect.any(Number),
      },
    ]);
    expect(await range(rangeId)).toEqual({ state: 'built', error: null });
  });

  it('comes again later while a chunk is missing, and a minute of business time later builds with what there is (law 15)', async () => {
    const { rangeId } = await makeRange('chunked', 'pending');
    expect(await build(rangeId)).toMatchObject({ kind: 'snooze' });
    expect(await episodes(rangeId)).toEqual([]);
    await clock.advance(61_000);
    expect(await build(rangeId)).toEqual({ kind: 'done' });
    expect(await episodes(rangeId)).toMatchObject([{ complete: false }]);
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
      const { rangeId } = await makeRange('chunked');
      const models = await modelThat([{ text: content }]);
      await expect(build(rangeId, models)).rejects.toMatchObject({ code: error, kind: 'terminal' });
      expect(await range(rangeId)).toEqual({ state: 'failed', error });
      expect(await episodes(rangeId)).toEqual([]);
    }
  });

  it('tells questions in their own words, without a model', async () => {
    const thread = await plants.thread();
    for (const [at, message] of ['What is my door code?', 'Thanks, good night!'].entries())
      await plants.exchange(thread, at + 1, { message, chunkState: 'chunked' });
    const rangeId = await plants.range(thread, 1, 2);
    // Asked, it would fail.
    expect(await build(rangeId, await modelThat([{ status: 500 }]))).toEqual({ kind: 'done' });
    expect(
      await database.admin('select gist, outcome, model from salience.episodes where range_id = $1', [
        rangeId,
      ]),
    ).toEqual([
      { gist: 'What is my door code? / Thanks, good night!', outcome: '', model: 'nothing-to-keep' },
    ]);
  });

  it('leaves a range pending while the model is away', async () => {
    const { rangeId } = await makeRange('chunked');
    const models = await modelThat([{ rateLimitS: 1 }]);
    await expect(build(rangeId, models)).rejects.toMatchObject({ kind: 'retryable' });
    expect(await range(rangeId)).toEqual({ state: 'pending', error: null });
  });
});

describe.each(backends())('the episodic process on %s', (backend) => {
  it('waits for a chunk without a waiting worker, then writes the episode where another process reads it (law 8)', async () => {
    const queues = await testQueues(backend, database);
    onTestFinished(() => queues.close());
    const thread = await plants.thread();
    const exchangeId = await plants.exchange(thread, 1);
    const rangeId = await plants.range(thread, 1, 1);
    await spawnApp('episodic', { database, queues, env: { SALIENCE_CLOCK: 'shared' } });
    await queues.enqueue(episodeBuildJob, { agentId: plants.agentId, rangeId });
    await until(
      async () => {
        const depth = (await queues.depths()).find((view) => view.queue === episodeBuildJob.queue);
        return depth?.delayed === 1 && depth.active === 0;
      },
      { what: 'the job to wait', timeoutMs: 30_000 },
    );
    await database.admin("update salience.exchanges set chunk_state = 'chunked' where id = $1", [exchangeId]);
    const [episode] = await until(
      async () => {
        const rows = await database.admin('select complete from salience.episodes where range_id = $1', [
          rangeId,
        ]);
        return rows.length > 0 ? rows : undefined;
      },
      { what: 'the episode', timeoutMs: 30_000 },
    );
    expect(episode).toEqual({ complete: true });
  }, 90_000);
});
