import { isSalienceError, messageOf, SalienceError } from '@salience/errors';

/** How long a producer waits for its backend before it gives up, in milliseconds. */
export const REPLY_MS = 2_000;

/**
 * The result of `work`, or a retryable `queues.unavailable` when it fails or takes longer than `ms`.
 * Errors that are already ours pass unchanged. The work itself is not stopped: what was sent may still arrive.
 */
export async function withinReplyTime<T>(what: string, work: Promise<T>, ms: number = REPLY_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no reply within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (isSalienceError(error)) throw error;
    const message = `Could not ${what}: ${messageOf(error)}. The queue backend is away; try again when it is back.`;
    throw new SalienceError('queues.unavailable', message, { kind: 'retryable', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** True when `work` settled within `ms`, whether it succeeded or not. Leaves no timer behind. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms));
  });
  const settled = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
