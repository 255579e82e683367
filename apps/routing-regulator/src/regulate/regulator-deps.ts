import type { Clock, Database } from '@salience/database';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { PolicyShelf } from './lines.ts';

/** Dependencies of the regulator. */
export interface RegulatorDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'modeShare' | 'policyPressure' | 'policyVersion'>;
  readonly policies: PolicyShelf;
  /** Tells digests that a policy has another version that decides. A hint. */
  readonly tell: (policy: string) => void;
}
