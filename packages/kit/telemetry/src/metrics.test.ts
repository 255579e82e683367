import { describe, expect, it } from 'vitest';
import { labelValuesMax } from './instruments.ts';
import { defineMetrics } from './metrics.ts';
import { metricNames } from './names.ts';

const settings = { service: 'digest', instanceId: 'wrk_1', processMetrics: false };

describe('metrics', () => {
  it('offers every named metric, and no other, in the Prometheus text', async () => {
    const text = await defineMetrics(settings).metricsText();
    const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1] ?? '');
    expect(declared.toSorted()).toEqual(Object.values(metricNames).toSorted());
  });

  it('labels each sample with agent, state, service and instance (law 12)', async () => {
    const metrics = defineMetrics(settings);
    metrics.turnsEnded.inc({ agent: 'agt_1', state: 'answered' });
    metrics.turnsEnded.inc({ agent: 'agt_1', state: 'answered' }, 2);
    expect(await metrics.metricsText()).toContain(
      'salience_turns_ended_total{agent="agt_1",state="answered",service="digest",instance="wrk_1"} 3',
    );
  });

  it('counts what has no labels', async () => {
    const metrics = defineMetrics(settings);
    metrics.openStreams.add({}, 2);
    metrics.openStreams.add({}, -1);
    metrics.laneWait.observe({}, 0.002);
    const text = await metrics.metricsText();
    expect(text).toContain('salience_open_streams{service="digest",instance="wrk_1"} 1');
    expect(text).toContain(
      'salience_lane_wait_seconds_bucket{le="0.0025",service="digest",instance="wrk_1"} 1',
    );
    expect(text).toContain(
      'salience_lane_wait_seconds_bucket{le="0.001",service="digest",instance="wrk_1"} 0',
    );
  });

  it('observes how long the event loop was held up, by the process that reports for itself', async () => {
    const metrics = defineMetrics({ ...settings, processMetrics: true });
    const counted = async (le: string): Promise<number> => {
      const bucket = `salience_event_loop_delay_seconds_bucket{le="${le}",`;
      const line = (await metrics.metricsText()).split('\n').find((row) => row.startsWith(bucket));
      return Number(line?.split(' ').at(-1));
    };
    try {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      await expect.poll(() => counted('+Inf')).toBeGreaterThan(0);
      // The timer was due after 200 ms of the 500.
      expect(await counted('0.25')).toBeLessThan(await counted('+Inf'));
    } finally {
      metrics.close();
    }
  });

  it('reports a loop that makes no progress, and forgets one that ended (law 8)', async () => {
    const metrics = defineMetrics(settings);
    metrics.loopProgressed('sweeper');
    metrics.loopProgressed('relay');
    metrics.loopEnded('relay');
    const before = metrics.loopIdleSeconds()['sweeper'];
    expect(Object.keys(metrics.loopIdleSeconds())).toEqual(['sweeper']);
    expect(metrics.loopIdleSeconds()['sweeper']).toBeGreaterThan(before ?? Number.POSITIVE_INFINITY);
    const text = await metrics.metricsText();
    expect(text).toMatch(/salience_loop_idle_seconds\{loop="sweeper",.*\} \d/);
    expect(text).not.toContain('loop="relay"');
  });

  it('counts agents beyond the limit as other, so labels cannot exhaust memory', async () => {
    const metrics = defineMetrics(settings);
    for (let i = 0; i < labelValuesMax + 5; i += 1)
      metrics.turnsEnded.inc({ agent: `agt_${i}`, state: 'failed' });
    const text = await metrics.metricsText();
    expect(text).toContain('agent="other",state="failed",service="digest",instance="wrk_1"} 5');
    expect(text).not.toContain(`agent="agt_${labelValuesMax}"`);
  });

  it('includes the process unless told otherwise', async () => {
    const metrics = defineMetrics({ service: 'digest', instanceId: 'wrk_1' });
    expect(await metrics.metricsText()).toContain('process_cpu_seconds_total');
    metrics.close();
    expect((await metrics.metricsText()).trim()).toBe('');
  });
});
