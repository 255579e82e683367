import type { Clock, Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** Dependencies of what pulse-sensor does. */
export interface Deps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queues: Queues;
  readonly workerId: string;
  /** What this machine is called among those that sense. */
  readonly host: string;
  /** How long a person has to answer, in milliseconds. */
  readonly approvalMs: number;
  /** The lease on what one process works on at a time, in milliseconds. */
  readonly leaseMs: number;
}
