import type { Clock, Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** What the loops of the scheduler work with. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queues: Queues;
}

/**
 * One run of a loop. Safe on every replica at once, and to repeat; resolves with how much it produced. Looks at the
 * signal between batches, and says after each that it gets on.
 */
export type Run = (signal: AbortSignal, alive?: () => void) => Promise<number>;
