import { z } from 'zod';
import { SalienceError } from '@salience/errors';

const faultSchema = z.strictObject({
  /**
   * kill: SIGKILL to this process; stop: SIGSTOP, until somebody sends SIGCONT; throw: a retryable error; delay: wait `delayMs`; block: keep the process busy for
   * `delayMs`, so that nothing else in it runs.
   */
  action: z.enum(['kill', 'stop', 'throw', 'delay', 'block']),
  delayMs: z.number().int().nonnegative().default(0),
  /** Probability of a fault per pass. */
  probability: z.number().min(0).max(1).default(1),
  /** Number of passes before the first fault. */
  after: z.number().int().nonnegative().default(0),
  /** Maximum number of faults in this process. */
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
  const passes = new Map<string, number>();
  return async (point) => {
    const fault = faults[point];
    const remaining = left.get(point) ?? 0;
    const pass = (passes.get(point) ?? 0) + 1;
    passes.set(point, pass);
    if (pass <= (fault?.after ?? 0)) return;
    if (fault === undefined || remaining === 0 || Math.random() >= fault.probability) return;
    left.set(point, remaining - 1);
    if (fault.action === 'kill') process.kill(process.pid, 'SIGKILL');
    if (fault.action === 'stop') process.kill(process.pid, 'SIGSTOP');
    if (fault.action === 'throw') {
      throw new SalienceError('fault.planted', `The fault planted at ${point} was reached.`, {
        kind: 'retryable',
      });
    }
    if (fault.action === 'block') block(fault.delayMs);
    else await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
  };
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
