import type { StreamIntervals } from './stream-intervals.ts';

/** What a stream without an end of its own needs. */
export interface OpenStream {
  readonly sink: { keepAlive(): void };
  /** Aborted when the client disconnects. */
  readonly left: AbortSignal;
  /** Rejects as soon as the client may not listen any more. */
  readonly readmit: () => Promise<void>;
}

/**
 * Keeps a stream open until it is ended, its client disconnects or may not listen any more, or `detachMs` are over; then it may resume.
 * `over` never rejects.
 */
export function keptOpen(
  { left, readmit, sink }: OpenStream,
  { admitMs, detachMs, keepAliveMs }: Pick<StreamIntervals, 'admitMs' | 'detachMs' | 'keepAliveMs'>,
): { readonly over: Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const alive = setInterval(() => sink.keepAlive(), keepAliveMs);
  const admitted = setInterval(() => void readmit().catch(() => resolve()), admitMs);
  const detached = setTimeout(resolve, detachMs);
  left.addEventListener('abort', () => resolve(), { once: true });
  const over = promise.then(() => {
    clearInterval(alive);
    clearInterval(admitted);
    clearTimeout(detached);
  });
  return { over, end: resolve };
}
