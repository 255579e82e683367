import { type Clock, type Database } from '@salience/database';
import { type Chore, endChore, renewChore } from '@salience/database/biography';
import { isSalienceError, SalienceError } from '@salience/errors';
import { attributeKeys, type Logger, recordError, spanNames, withSpan } from '@salience/telemetry';
import { type FaultPoint, holdLease, type Lease } from '@salience/worker';

/** Tells whether the fleet is idle. */
export interface Quiet {
  /** True while no user of the whole fleet waits for anything. */
  idle(): Promise<boolean>;
  /** Until released, the signal aborts when a turn is accepted anywhere. */
  hold(): { readonly signal: AbortSignal; release(): void };
}

/** Dependencies of a chore. */
export interface ChoreDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly quiet: Quiet;
  /** The owner of the leases. */
  readonly owner: string;
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs: number;
}

/** Minimum interval between two runs of a chore, in milliseconds of business time. */
export const choreEveryMs = 6 * 3_600_000;
/** The interval while more work waits than one run can do: imported history then takes days, not months. */
export const catchUpMs = 3_600_000;
/** Delay of the retry after a transient failure, in milliseconds of business time. */
const retryMs = 5 * 60_000;

/**
 * Runs a chore under its lease, which it renews until the end, and yields to users: the work's signal aborts when a turn is
 * accepted, when the lease is lost, and at a stop. An interrupted chore is due at once, a failed one later; the row says why.
 * Returns true if it succeeded.
 */
export function doChore(
  deps: ChoreDeps,
  chore: Chore,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const attributes = { [attributeKeys.agentId]: chore.agentId };
  return withSpan(spanNames.process(chore.task), { kind: 'internal', attributes }, async (span) => {
    const held = deps.quiet.hold();
    const lease = keepLease(deps, chore);
    const signal = AbortSignal.any([stop, held.signal, lease.signal]);
    try {
      signal.throwIfAborted();
      await work(signal);
      return true;
    } catch (error) {
      recordError(span, error);
      await settle(deps, chore, error, signal.aborted);
      return false;
    } finally {
      await lease.end();
      held.release();
    }
  });
}

async function settle(deps: ChoreDeps, chore: Chore, error: unknown, gaveWay: boolean): Promise<void> {
  const { clock, db, log } = deps;
  const { agentId, task } = chore;
  if (gaveWay) {
    log.debug({ agentId, task }, 'chore given way; it is due again when all is quiet');
    await endChore(db, chore, {});
    return;
  }
  const known = isSalienceError(error);
  const code = known ? error.code : 'error.unexpected';
  const waitMs = known && error.kind === 'retryable' ? retryMs : choreEveryMs;
  // The message may contain a model's words; the code suffices, except for a bug.
  if (known) log.warn({ agentId, task, code }, 'chore failed; it will be retried');
  else log.error({ agentId, task, err: error }, 'chore failed; it will be retried');
  await endChore(db, chore, {
    nextAt: new Date((await clock.now()).getTime() + waitMs),
    error: code,
  });
}

/** The lease of a running chore. If renewal fails, the worker learns of the loss when it saves, because saving checks the fence. */
function keepLease({ db, leaseMs, log }: ChoreDeps, chore: Chore): Lease {
  const { task } = chore;
  return holdLease({
    everyMs: leaseMs / 3,
    renew: async () =>
      (await renewChore(db, chore, leaseMs))
        ? undefined
        : new SalienceError('chore.fenced', `Another worker took over ${task}.`, { kind: 'retryable' }),
    onError: (error) => log.debug({ task, err: error }, 'lease not renewed'),
  });
}
