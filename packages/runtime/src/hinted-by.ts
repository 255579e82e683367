import { messageOf } from '@salience/errors';
import type { Loop, Service } from '@salience/worker';
import type { Runtime } from './app.ts';

/**
 * A loop that looks at once when a signal comes, beside its own pace. Signals only save time: while none can be heard, which is logged once, the loop goes
 * on by itself.
 */
export function hintedBy(
  { log, queues }: Pick<Runtime, 'log' | 'queues'>,
  signal: string,
  loop: Loop,
): Service {
  let stopHearing: Promise<() => Promise<void>> | undefined;
  return {
    ...loop,
    async start(abort) {
      stopHearing = queues.signals.listen(signal, () => loop.hint());
      stopHearing.catch((error: unknown) =>
        log.warn(
          { loop: loop.name, signal, error: messageOf(error) },
          'hints are not heard; it looks by itself',
        ),
      );
      await loop.start(abort);
    },
    async stop(deadlineMs) {
      const left = await loop.stop(deadlineMs);
      const stop = await stopHearing?.catch(() => undefined);
      await stop?.().catch(() => undefined);
      return left;
    },
  };
}

/** Tells whoever waits for a signal, after a commit. Never rejects: a hint that is lost costs time alone. */
export function hint(
  {
    log,
    queues,
  }: { readonly log: Pick<Runtime['log'], 'debug'>; readonly queues: Pick<Runtime['queues'], 'signals'> },
  signal: string,
  about: string,
): void {
  queues.signals
    .send(signal, about)
    .catch((error: unknown) => log.debug({ signal, error: messageOf(error) }, 'a hint was not sent'));
}
