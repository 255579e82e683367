import { type AgentId, memoryChunkJob } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { listDeadLetters, relayOutbox, settleDeadLetter } from '@salience/database/operations';
import { SalienceError } from '@salience/errors';
import { done, type JobHandler } from '@salience/queues';
import { startTelemetry } from '@salience/telemetry';
import {
  backends,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Runtime, workQueue } from '../src/index.ts';

describe.each(backends())('working a queue on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let runtime: Runtime;
  let agentId: AgentId;
  const lines: string[] = [];
  const stop = new AbortController();

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    const db = database.connect('salience_memory_chunker');
    const telemetry = await startTelemetry({
      service: 'test',
      version: '0',
      instanceId: 'test',
      logLevel: 'debug',
      logFormat: 'json',
      processMetrics: false,
      logDestination: { write: (line) => lines.push(line) },
    });
    agentId = ((await findAgent(database.connect('salience_consumer'), 'default')) as { id: AgentId }).id;
    runtime = {
      app: 'memory-chunker',
      env: { SALIENCE_EVENT_LEVEL: 'info', SALIENCE_STALL_MS: 60_000 } as Runtime['env'],
      workerId: newId('worker'),
      db,
      queues,
      clock: createSharedClock(db),
      telemetry,
      log: telemetry.log,
      fault: () => Promise.resolve(),
      jobs: { done: 0, failed: 0 },
      decidesBy: new Map(),
      away: new Set(),
      use: () => {},
      health: () => ({ ready: true, unready: [], stalled: [] }),
    };
  });
  afterAll(async () => {
    await queues.close();
    await runtime.telemetry.shutdown();
    await database.close();
  });

  it('a job that is given up becomes a dead letter, and its retry comes back through the outbox', async () => {
    const threadIds = [newId('thread')];
    let broken = true;
    const handler: JobHandler<unknown> = () =>
      broken
        ? Promise.reject(new SalienceError('test.broken', 'expected repair', { kind: 'terminal' }))
        : Promise.resolve(done());
    const service = workQueue(runtime, memoryChunkJob, handler, { concurrency: 1 });
    await service.start(stop.signal);
    await queues.enqueue(memoryChunkJob, { agentId, threadIds });
    const letter = await until(async () => (await listDeadLetters(runtime.db, agentId, 5))[0], {
      what: 'the dead letter',
    });
    expect(letter).toMatchObject({
      job: 'memory.chunk',
      code: 'test.broken',
      state: 'dead',
      payload: { agentId, threadIds },
    });
    // The letter is committed before the run is counted.
    await until(() => runtime.jobs.failed === 1, { what: 'the count of the failed run' });
    expect(runtime.jobs).toEqual({ done: 0, failed: 1 });

    broken = false;
    await settleDeadLetter(runtime.db, agentId, letter.id, 'retried');
    expect(await settleDeadLetter(runtime.db, agentId, letter.id, 'retried')).toBeUndefined();
    const sent = await relayOutbox(database.connect('salience_scheduler'), 10, async (rows) => {
      for (const row of rows) await queues.enqueue(memoryChunkJob, row.payload as never);
    });
    expect(sent).toBe(1);
    await until(() => runtime.jobs.done === 1, { what: 'the retried job' });
    expect(await service.stop(1_000)).toEqual([]);
    expect(service.stalled()).toBeUndefined();
  });

  it('takes nothing while it is held, says so, and leaves the jobs to another worker, until it is not held any more', async () => {
    let reason: string | undefined;
    const seen: string[] = [];
    const handler =
      (who: string): JobHandler<unknown> =>
      () => {
        seen.push(who);
        return Promise.resolve(done());
      };
    const held = async (): Promise<number | undefined> => {
      const text = await runtime.telemetry.metrics.metricsText();
      const line = text.split('\n').find((row) => row.startsWith('salience_queue_held{'));
      return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
    };
    const send = () => queues.enqueue(memoryChunkJob, { agentId, threadIds: [newId('thread')] });
    const service = workQueue(runtime, memoryChunkJob, handler('held'), {
      concurrency: 1,
      held: () => reason,
    });
    await service.start(stop.signal);
    expect(await held()).toBe(0);
    expect(service.held?.()).toBeUndefined();
    reason = 'nobody knows why';
    expect(service.held?.()).toBe(reason);
    await until(async () => (await held()) === 1, { what: 'the queue to be held' });
    const other = workQueue(runtime, memoryChunkJob, handler('other'), { concurrency: 1 });
    await other.start(stop.signal);
    for (let n = 0; n < 3; n += 1) await send();
    await until(() => seen.length === 3, { what: 'three jobs' });
    expect(seen).toEqual(['other', 'other', 'other']);
    await other.stop(1_000);
    expect(service.stalled()).toBeUndefined();

    reason = undefined;
    await send();
    await until(() => seen.length === 4, { what: 'the job after it' });
    expect(seen.at(-1)).toBe('held');
    expect(await held()).toBe(0);
    await service.stop(1_000);
    const told = lines.map((line) => JSON.parse(line) as { msg: string; reason?: string });
    expect(told.filter(({ msg }) => msg.startsWith('takes '))).toMatchObject([
      { msg: 'takes no jobs for now; other workers do', reason: 'nobody knows why' },
      { msg: 'takes jobs again' },
    ]);
  });

  it('tells each run in one wide event that carries ids and no content', () => {
    const told = lines.map((line) => JSON.parse(line) as { msg: string; outcome?: string; name?: string });
    expect(told.find((line) => line.msg === 'job given up')).toMatchObject({
      outcome: 'dead',
      name: 'memory.chunk',
    });
    expect(told.find((line) => line.msg === 'job ended')).toMatchObject({
      outcome: 'done',
      name: 'memory.chunk',
    });
  });
});
