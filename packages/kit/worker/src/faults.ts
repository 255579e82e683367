import { z } from 'zod';
import { SalienceError } from '@salience/errors';

const faultSchema = z.strictObject({
  /** kill: SIGKILL to this process; throw: a retryable error; delay: wait `delayMs`. */
  action: z.enum(['kill', 'throw', 'delay']),
  delayMs: z.number().int().nonnegative().default(0),
  /** Share of passes that fault. */
  probability: z.number().min(0).max(1).default(1),
  /** Faults at most this often in this process. */
  times: z.number().int().positive().default(1_000_000),
});

/** Faults by the name of the point where they happen; JSON in SALIENCE_FAULTS. For tests of recovery only. */
export const faultsSchema = z.record(z.string(), faultSchema);
export type Faults = z.infer<typeof faultsSchema>;

/** Passes a named point: does nothing unless a fault was planted there. */
export type FaultPoint = (point: string) => Promise<void>;

/** Makes the function that workers call at their named points. */
export function createFaults(faults: Faults): FaultPoint {
  if (Object.keys(faults).length === 0) return () => Promise.resolve();
  const left = new Map(Object.entries(faults).map(([point, fault]) => [point, fault.times]));
  return async (point) => {
    const fault = faults[point];
    const remaining = left.get(point) ?? 0;
    if (fault === undefined || remaining === 0 || Math.random() >= fault.probability) return;
    left.set(point, remaining - 1);
    if (fault.action === 'kill') process.kill(process.pid, 'SIGKILL');
    if (fault.action === 'throw') {
      throw new SalienceError('fault.planted', `The fault planted at ${point} was reached.`, {
        kind: 'retryable',
      });
    }
    await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  };
}
