import { takeSignals } from '@salience/database/signals';
import type { LoopRun } from '@salience/runtime';
import { type HostSample, sampleHost } from '../host/sample-host.ts';
import type { SenseDeps } from './sense-deps.ts';
import { type Found, signalsOf } from './take-in.ts';

const minuteMs = 60_000;
const metricsOf = ['load', 'memory', 'disk'] as const;

/** Makes the run that tells modules that ask for it how this machine does, once a minute and machine, however many processes it has. */
export function createHostSense({ book, clock, db, host, judge, metrics }: SenseDeps): LoopRun {
  let last = 0;
  let before: HostSample | null = null;
  return async () => {
    const wanted = (await book.current()).filter(({ active }) =>
      active.some(({ fingerprint }) => fingerprint.signal_priors.host !== undefined),
    );
    if (wanted.length === 0) return 0;
    const now = await clock.now();
    const minute = Math.floor(now.getTime() / minuteMs);
    if (minute === last) return 0;
    const earlier = before;
    const sample = await sampleHost(earlier);
    before = sample;
    last = minute;
    const found = metricsOf.flatMap((metric): Found[] => {
      const value = sample[metric];
      if (value === null) return [];
      return [
        {
          externalId: `${host}:${metric}:${minute}`,
          event: {
            source: 'host',
            location: `${host}/${metric}`,
            delta_type: 'modified',
            magnitude: Math.min(1, value),
            timestamp: now.getTime() / 1_000,
            features: { metric, host, value, previous_value: earlier?.[metric] ?? null },
          },
        },
      ];
    });
    let taken = 0;
    for (const agent of wanted) {
      const result = await takeSignals(db, {
        agentId: agent.agentId,
        now,
        signals: signalsOf(agent, found, now),
      });
      taken += result.taken.length;
      if (result.clusters.length > 0) judge(result.clusters);
    }
    metrics.signals.inc({ source: 'host' }, taken);
    return taken;
  };
}
