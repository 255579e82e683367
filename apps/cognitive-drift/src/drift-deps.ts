import type { Clock, Database } from '@salience/database';
import type { Models } from '@salience/models';
import type { Quiet, SendPorts } from '@salience/runtime';
import type { Draw } from '@salience/memory';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';

/** Dependencies of drift. */
export interface DriftDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Wakes the lane of a thought that is said. */
  readonly queues: SendPorts['queues'];
  readonly models: Pick<Models, 'describe' | 'drift'>;
  readonly quiet: Quiet;
  /** This worker, as the owner of a lease. */
  readonly owner: string;
  /** Randomness for strategies, seeds and pauses. */
  readonly draw: Draw;
  /** The IANA time zone of the installation, for agents without one in their settings. */
  readonly timeZone: string;
  /** Tokens that an agent may spend on thoughts within a day. */
  readonly tokensMax: number;
  /** The sign code of a text, with its model; undefined if it cannot be embedded. */
  codeOf(text: string): Promise<{ readonly code: string; readonly codeModelId: string } | undefined>;
}
