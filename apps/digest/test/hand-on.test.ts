import { type AgentId, hintThreadsMax, type ThreadId } from '@salience/contracts';
import type { Queues } from '@salience/queues';
import { defineMetrics, type Logger } from '@salience/telemetry';
import { describe, expect, it } from 'vitest';
import { createHandOn } from '../src/hand-on.ts';

const [ana, ben] = ['agt_1' as AgentId, 'agt_2' as AgentId];
const said = (agentId: AgentId, thread: number) => ({
  agentId,
  threadId: `thr_${thread}` as ThreadId,
  traceparent: null,
});

function world(away = false) {
  const sent: unknown[] = [];
  const warned: unknown[] = [];
  let left = (): void => {};
  const leaves = new Promise<void>((resolve) => (left = resolve));
  const enqueue: Queues['enqueue'] = async (_job, payload) => {
    left();
    if (away) throw new Error('the queue is away');
    sent.push(payload);
  };
  const enqueueMany: Queues['enqueueMany'] = () => Promise.reject(new Error('expected single hints'));
  const warn: Logger['warn'] = (...line: unknown[]) => void warned.push(line);
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const handOn = createHandOn({ queues: { enqueue, enqueueMany }, metrics, log: { warn } });
  return { handOn, leaves, sent, warned };
}

describe('what turns leave to be remembered', () => {
  it('leaves as one hint for each agent, which names each thread once', async () => {
    const { handOn, sent } = world();
    for (const [agentId, thread] of [
      [ana, 1],
      [ben, 3],
      [ana, 2],
      [ana, 1],
    ] as const)
      handOn.add(said(agentId, thread));
    await handOn.flush();
    expect(sent).toEqual([
      { agentId: ana, threadIds: ['thr_1', 'thr_2'] },
      { agentId: ben, threadIds: ['thr_3'] },
    ]);
    await handOn.flush();
    expect(sent).toHaveLength(2);
  });

  it('leaves by itself, without a flush', async () => {
    const { handOn, leaves, sent } = world();
    handOn.add(said(ana, 1));
    await leaves;
    await handOn.flush();
    expect(sent).toEqual([{ agentId: ana, threadIds: ['thr_1'] }]);
  });

  it('leaves at once when a hint is full, and what comes after it in the next', async () => {
    const { handOn, sent } = world();
    for (let n = 0; n <= hintThreadsMax; n += 1) handOn.add(said(ana, n));
    await handOn.flush();
    expect(sent.map((hint) => (hint as { threadIds: unknown[] }).threadIds.length)).toEqual([
      hintThreadsMax,
      1,
    ]);
  });

  it('is left to the sweep where it cannot be sent: nobody waits, and it is told once', async () => {
    const { handOn, warned } = world(true);
    handOn.add(said(ana, 1));
    await handOn.flush();
    expect(warned).toEqual([
      [
        { queue: 'memory-chunk', jobs: 1, cause: 'the queue is away' },
        'job not sent; the sweep will send it',
      ],
    ]);
  });
});
