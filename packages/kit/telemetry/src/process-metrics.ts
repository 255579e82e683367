import * as prom from 'prom-client';
import type { Histogram, Instruments } from './instruments.ts';
import { metricNames } from './names.ts';

/** Often enough for a percentile of a minute, and rare enough for an idle worker. */
const everyMs = 200;

/** What a process tells of itself. */
export interface ProcessMetrics {
  /** How late a timer of this process fires: what a request waits before anything looks at it. Empty if the process is not reported. */
  readonly eventLoopDelay: Histogram<never>;
  readonly endProcessMetrics: () => void;
}

/** Declares what a process tells of itself and, if it is `reported`, collects it. Does not keep the process alive. */
export function processMetrics(make: Instruments, buckets: number[], reported: boolean): ProcessMetrics {
  const eventLoopDelay = make.histogram<never>(
    { name: metricNames.eventLoopDelay, help: 'How late a timer of this process fires', labels: [] },
    buckets,
  );
  if (!reported) return { eventLoopDelay, endProcessMetrics: () => {} };
  // With the default of 10 ms, measuring the event loop alone costs an idle worker half a per cent of a core. What this reports of it has
  // the 200 ms in it; `eventLoopDelay` has not.
  prom.collectDefaultMetrics({ register: make.registry, eventLoopMonitoringPrecision: everyMs });
  let dueAt = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    eventLoopDelay.observe({}, Math.max(0, now - dueAt) / 1000);
    dueAt = now + everyMs;
  }, everyMs);
  timer.unref();
  return { eventLoopDelay, endProcessMetrics: () => clearInterval(timer) };
}
