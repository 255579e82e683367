import type { Clock, Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** Dependencies of the scheduler's loops. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queues: Queues;
}

/**
 * One run of a loop. Safe on every replica at once, and to repeat; resolves with the number of its products. Checks the
 * signal between batches, and reports progress after each.
 */
export type Run = (signal: AbortSignal, alive?: () => void) => Promise<number>;
