import { type AgentId, memoryChunkJob, type ThreadId } from '@salience/contracts';
import type { Queues } from '@salience/queues';
import { defineMetrics, type Logger } from '@salience/telemetry';
import { describe, expect, it } from 'vitest';
import { handOn, wake } from './hand-on.ts';

const agentId = 'agt_1' as AgentId;
const hints = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ agentId, threadIds: [`thr_${n}` as ThreadId] }));

function world(away = false) {
  const sent: unknown[] = [];
  const warned: unknown[] = [];
  const send = async (one: unknown): Promise<void> => {
    if (away) throw new Error('the queue is away');
    sent.push(one);
  };
  const queues: Pick<Queues, 'enqueue' | 'enqueueMany'> = {
    enqueue: (job, payload, options) =>
      send([job.name, payload, ...(options === undefined ? [] : [options])]),
    enqueueMany: (job, items) => send([job.name, items.length]),
  };
  const metrics = defineMetrics({
    service: 'test',
    instanceId: 'test',
    processMetrics: false,
    conventionOptIn: 'messaging',
  });
  const warn: Logger['warn'] = (...line: unknown[]) => void warned.push(line);
  const counted = async () =>
    (await metrics.metricsText())
      .split('\n')
      .filter((line) => line.startsWith('messaging_client_sent_messages'))
      .map((line) => [/error_type="([^"]*)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]);
  return { ports: { queues, metrics, log: { warn } }, sent, warned, counted };
}

describe('handing on', () => {
  it('sends one job for one payload, and counts it', async () => {
    const { counted, ports, sent, warned } = world();
    await handOn(ports, memoryChunkJob, hints(1));
    expect(sent).toEqual([['memory.chunk', { agentId, threadIds: ['thr_0'] }]]);
    expect(await counted()).toEqual([['', 1]]);
    expect(warned).toEqual([]);
  });

  it('sends several jobs in one call, and counts each', async () => {
    const { counted, ports, sent } = world();
    await handOn(ports, memoryChunkJob, hints(40));
    expect(sent).toEqual([['memory.chunk', 40]]);
    expect(await counted()).toEqual([['', 40]]);
  });

  it('never rejects: a sending that fails is counted as one and logged once', async () => {
    const { counted, ports, warned } = world(true);
    await handOn(ports, memoryChunkJob, hints(2));
    expect(warned).toEqual([
      [
        { queue: 'memory-chunk', jobs: 2, cause: 'the queue is away' },
        'job not sent; the sweep will send it',
      ],
    ]);
    expect(await counted()).toEqual([['Error', 2]]);
  });
});

describe('waking a lane', () => {
  const lane = { agentId, threadId: 'thr_1' as ThreadId, fence: 7 };

  it('sends its wake-up, with the id that every wake-up of this fence has', async () => {
    const { counted, ports, sent } = world();
    await wake(ports, lane);
    expect(sent).toEqual([['turn.digest', { agentId, threadId: 'thr_1' }, { wake: { id: 'thr_1.7' } }]]);
    expect(await counted()).toEqual([['', 1]]);
  });

  it('never rejects: a wake-up that fails is counted as one and logged once', async () => {
    const { counted, ports, warned } = world(true);
    await wake(ports, lane);
    expect(warned).toEqual([
      [{ threadId: 'thr_1', cause: 'the queue is away' }, 'lane not woken; the sweep will wake it'],
    ]);
    expect(await counted()).toEqual([['Error', 1]]);
  });
});
