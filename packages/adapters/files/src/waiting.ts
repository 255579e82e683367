import { isSalienceError, messageOf, type SalienceError } from '@salience/errors';
import type { FileLimits } from './config.ts';

/** Waits until its time is over or it is woken. A call to `wake` while nobody waits ends the next wait at once. */
export interface Alarm {
  wake(): void;
  wait(ms: number): Promise<void>;
}

/** The longest time that a timer takes. */
const timerMsMax = 2_147_483_647;

/** An alarm that also rings when the signal does. */
export function createAlarm(signal: AbortSignal): Alarm {
  let rung = false;
  let ring: (() => void) | undefined;
  const wake = (): void => {
    rung = true;
    ring?.();
  };
  return {
    wake,
    async wait(ms) {
      if (!rung && !signal.aborted && ms > 0) {
        const rang = Promise.withResolvers<void>();
        ring = rang.resolve;
        const timer = setTimeout(rang.resolve, Math.min(ms, timerMsMax));
        signal.addEventListener('abort', wake, { once: true });
        await rang.promise;
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
      }
      ring = undefined;
      rung = false;
    },
  };
}

/**
 * Calls a handler until it resolves, with a pause after each error of kind `retryable`, of which `failed` is told. False: the caller has gone
 * meanwhile. Rejects with any other error.
 */
export async function giveUntilTaken(
  give: () => Promise<void>,
  { laterMs, laterMsMax }: FileLimits,
  signal: AbortSignal,
  failed: (error: SalienceError, message: string) => void,
): Promise<boolean> {
  for (let pauseMs = laterMs; ; pauseMs = Math.min(pauseMs * 2, laterMsMax)) {
    if (signal.aborted) return false;
    try {
      await give();
      return true;
    } catch (error) {
      if (!isSalienceError(error) || error.kind !== 'retryable') throw error;
      failed(error, `files were not taken and are given again in ${pauseMs} ms: ${messageOf(error)}`);
      await createAlarm(signal).wait(error.retryAfterMs ?? pauseMs);
    }
  }
}
