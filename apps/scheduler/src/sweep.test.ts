import {
  type AgentId,
  episodeBuildJob,
  experienceAssimilateJob,
  type ExperienceId,
  memoryChunkJob,
} from '@salience/contracts';
import { systemClock, type Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import { describe, expect, it } from 'vitest';
import type { Deps } from './deps.ts';
import { experiences, lanes, unchunked, untold } from './lots.ts';
import { createSweep, type Sweep } from './sweep.ts';

const agentId = `agt_${'0'.repeat(32)}` as AgentId;
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ agentId, experienceId: `xp_${n}` as ExperienceId }));
const going = new AbortController().signal;

/** A sweep of two rows at most over what each look in turn finds, and what it sent. */
function world(looks: readonly number[], more: Partial<Sweep> = {}) {
  const steps: string[] = [];
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  let away = false;
  const enqueueMany: Queues['enqueueMany'] = async (job, items) => {
    if (away) throw new Error('the queue is away');
    steps.push(`${job.name} ${items.length}`);
  };
  const deps: Deps = {
    clock: systemClock,
    db: {} as Database,
    fault: async (name) => void steps.push(name),
    log: silentLogger,
    metrics,
    queues: { enqueueMany } as Queues,
  };
  const left = [...looks];
  const run = createSweep(deps, {
    loop: 'experience-sweeper',
    everyMs: 1,
    limit: 2,
    fault: 'fault',
    find: () => Promise.resolve([experiences('experience', rows(left.shift() ?? 0))]),
    ...more,
  });
  return {
    run,
    steps,
    repairs: async () =>
      /sweeper_repairs_total\{kind="experience".*\} (\d+)/.exec(await metrics.metricsText())?.[1],
    goAway: () => {
      away = true;
    },
  };
}

describe('a sweep', () => {
  it('passes its fault point after the commit and before the queue, and sends nothing for nothing', async () => {
    const { run, steps } = world([2, 0]);
    expect(await run(going)).toBe(2);
    expect(steps).toEqual(['fault', 'experience.assimilate 2']);
    expect(await run(going)).toBe(0);
    expect(steps).toEqual(['fault', 'experience.assimilate 2', 'fault']);
  });

  it('leaves what is beyond one look to the next run', async () => {
    const { run, steps } = world([2, 1]);
    expect(await run(going)).toBe(2);
    expect(steps).toHaveLength(2);
  });

  it('goes on until a look is not full, where it is to, and says each time that it gets on', async () => {
    const { run, steps } = world([2, 2, 1, 2], { untilEmpty: true });
    let alive = 0;
    const gotOn = (): void => {
      alive += 1;
    };
    expect(await run(going, gotOn)).toBe(5);
    expect(steps.filter((step) => step === 'fault')).toHaveLength(3);
    expect(alive).toBe(3);
  });

  it('takes no further look once it is told to stop', async () => {
    const { run } = world([2, 2, 2], { untilEmpty: true });
    expect(await run(AbortSignal.abort())).toBe(2);
  });

  it('counts what it sent as repairs only where the job had been lost', async () => {
    const due = world([2]);
    await due.run(going);
    expect(await due.repairs()).toBeUndefined();
    const lost = world([2], { repairs: true });
    await lost.run(going);
    expect(await lost.repairs()).toBe('2');
  });

  it('rejects while the queue is away, and repairs nothing', async () => {
    const { goAway, repairs, run } = world([2], { repairs: true });
    goAway();
    await expect(run(going)).rejects.toThrow('the queue is away');
    expect(await repairs()).toBeUndefined();
  });
});

describe('a lot', () => {
  it('has a job for each row that needs one, and counts the others', () => {
    const threadId = (n: number) => `thr_${n}` as Parameters<typeof lanes>[1][number]['threadId'];
    const lot = lanes('approval', [
      { agentId, threadId: threadId(1), fence: null },
      { agentId, threadId: threadId(2), fence: 7 },
      { agentId, threadId: threadId(3), fence: 8 },
    ]);
    expect(lot.found).toBe(3);
    expect(lot.items.map(({ payload }) => payload)).toEqual([
      { agentId, threadId: 'thr_2' },
      { agentId, threadId: 'thr_3' },
    ]);
    expect(lot.traced(1)).toEqual({ threads: ['thr_2'] });
  });

  it('carries the job of its rows', () => {
    const lot = experiences('experience', rows(2));
    expect(lot.job).toBe(experienceAssimilateJob);
    expect(lot.items).toEqual(rows(2).map((payload) => ({ payload })));
    expect(lot.traced(5)).toEqual({ experiences: ['xp_0', 'xp_1'] });
  });

  it('of agents whose memory lags has a hint for each, and finds the traces of what waits for a chunk by them', () => {
    const agents = [{ agentId }, { agentId: `agt_${'1'.repeat(32)}` as AgentId }];
    const chunk = unchunked('chunk', agents);
    expect(chunk.job).toBe(memoryChunkJob);
    expect(chunk.items).toEqual(agents.map((agent) => ({ payload: { ...agent, threadIds: [] } })));
    expect(chunk.traced(1)).toEqual({ agents: [agentId] });
    const tell = untold('tell', agents);
    expect(tell.job).toBe(episodeBuildJob);
    expect(tell.items).toEqual(agents.map((payload) => ({ payload })));
    expect(tell.traced(1)).toEqual({});
  });
});
