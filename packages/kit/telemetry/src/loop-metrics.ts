import type { Instruments } from './instruments.ts';
import { metricNames } from './names.ts';

/** The state of background loops: queue consumers and periodic work. */
export interface LoopMetrics {
  /** Records that the named loop just produced something. Its idle time restarts from zero. */
  loopProgressed(loop: string): void;
  /** Records that a run of the named loop just succeeded, whether or not there was anything to do. */
  loopSucceeded(loop: string): void;
  /** Removes a loop that ended on purpose; nothing is reported for it any more. */
  loopEnded(loop: string): void;
  /** Seconds since each loop last produced something, by name. */
  loopIdleSeconds(): Readonly<Record<string, number>>;
}

/** "Produced nothing for N seconds" and "did not run for N seconds". Computed when scraped, so a loop that hangs still shows. */
export function loopMetrics(make: Instruments): LoopMetrics {
  const progressedAt = new Map<string, number>();
  const succeededAt = new Map<string, number>();
  const expose = (name: string, help: string, since: Map<string, number>): void => {
    make.gauge({ name, help, labels: ['loop'] }, (gauge) => {
      gauge.clear();
      for (const [loop, seconds] of Object.entries(ages(since))) gauge.set({ loop }, seconds);
    });
  };
  expose(metricNames.loopIdle, 'Seconds since a loop last produced something', progressedAt);
  expose(metricNames.loopLastSuccess, 'Seconds since a run of a loop last ended well', succeededAt);
  return {
    loopProgressed: (loop) => void progressedAt.set(loop, performance.now()),
    loopSucceeded: (loop) => void succeededAt.set(loop, performance.now()),
    loopEnded: (loop) => {
      progressedAt.delete(loop);
      succeededAt.delete(loop);
    },
    loopIdleSeconds: () => ages(progressedAt),
  };
}

function ages(since: ReadonlyMap<string, number>): Record<string, number> {
  const now = performance.now();
  return Object.fromEntries([...since].map(([loop, at]) => [loop, (now - at) / 1000]));
}
