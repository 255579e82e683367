import { messageOf } from '@salience/errors';
import type { QueueLog } from './queue-connection.ts';

const QUIET_MS = 10_000;

/** Reports one kind of error. */
export type TroubleReport = (error: unknown) => void;

/**
 * Makes a reporter for errors that come in bursts, such as lost connections. The first of each message is logged at once; repeats
 * within ten seconds are counted and reported with the next one.
 */
export function troubleReporter(log: QueueLog, msg: string, fields: object = {}): TroubleReport {
  const seen = new Map<string, { at: number; skipped: number }>();
  return (error) => {
    // A refused connection to several addresses has no message, only a code.
    const message = messageOf(error) || ((error as NodeJS.ErrnoException).code ?? 'unknown');
    const now = performance.now();
    const earlier = seen.get(message);
    if (earlier && now - earlier.at < QUIET_MS) {
      earlier.skipped += 1;
      return;
    }
    if (seen.size > 100) seen.clear();
    seen.set(message, { at: now, skipped: 0 });
    log.warn({ ...fields, error: message, repeated: earlier?.skipped ?? 0 }, msg);
  };
}
