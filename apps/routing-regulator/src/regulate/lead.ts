import type { Database } from '@salience/database';
import { releaseLearning, takeLearning } from '@salience/database/learning';
import { SalienceError } from '@salience/errors';
import { holdLease, type Lease } from '@salience/worker';
import type { Logger } from '@salience/telemetry';

/** How long the lease lasts without renewal, in milliseconds of the database's clock. */
const leaseMs = 30_000;
/** From one renewal, or one try of a standby, to the next. */
const everyMs = leaseMs / 3;
const job = 'regulate';

/** Whether this worker is the regulator that is active. What is published does not hang on it: every change names what it leaves. */
export interface Lead {
  /** Takes the lease or goes on holding it; false: another worker holds it. Asks the database every 10 s. */
  keep(): Promise<boolean>;
  /** Renews it while something takes long. The signal aborts when another worker took it. */
  hold(): Lease;
  /** Gives it back, so that a standby need not wait. */
  release(): Promise<void>;
}

/** Makes it. */
export function createLead(db: Database, owner: string, log: Logger): Lead {
  let fence: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<boolean> => {
    const taken = await takeLearning(db, job, owner, leaseMs);
    if (taken !== null && fence === null) log.info({ fence: taken }, 'this worker regulates from now on');
    fence = taken;
    askedAt = performance.now();
    return fence !== null;
  };
  return {
    keep: async () => (performance.now() - askedAt < everyMs ? fence !== null : ask()),
    hold: () =>
      holdLease({
        everyMs,
        renew: async () =>
          (await ask())
            ? undefined
            : new SalienceError('regulator.fenced', 'Another worker regulates.', { kind: 'retryable' }),
        onError: (error) => log.debug({ err: error }, 'lease not renewed'),
      }),
    async release() {
      if (fence !== null) await releaseLearning(db, job, fence);
      fence = null;
    },
  };
}
