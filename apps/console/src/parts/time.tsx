import { useSyncExternalStore } from 'react';
import { ago, clock, dayAndClock } from './time-words.ts';

const tickMs = 30_000;
let now = Date.now();
const watchers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const one of watchers) one();
  }, tickMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** An instant: how long ago (or how far ahead), on a clock, or with its day. All of it is in the title. */
export function Time({ at, as = 'ago' }: { at: string; as?: 'ago' | 'clock' | 'day' }) {
  const current = useSyncExternalStore(watch, () => now);
  const date = new Date(at);
  const words =
    as === 'ago' ? ago(date.getTime(), current) : as === 'clock' ? clock(date) : dayAndClock(date);
  return (
    <time dateTime={at} title={dayAndClock(date)}>
      {words}
    </time>
  );
}
