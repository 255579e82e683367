import type { Metrics } from './metrics.ts';

/** Often enough for a percentile of a minute, and rare enough for an idle worker. */
const everyMs = 200;

/**
 * Observes five times a second how late, in seconds, a timer fires: what a request waits before this process looks at it. Returns what
 * stops it. Does not keep the process alive.
 */
export function watchEventLoop(metrics: Pick<Metrics, 'eventLoopDelay'>): () => void {
  let dueAt = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    metrics.eventLoopDelay.observe({}, Math.max(0, now - dueAt) / 1000);
    dueAt = now + everyMs;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
