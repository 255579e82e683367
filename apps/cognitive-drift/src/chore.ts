import { type Chore, type Clock, type Database, endChore, renewChore } from '@salience/database';
import { isSalienceError, SalienceError } from '@salience/errors';
import { attributeKeys, type Logger, recordError, spanNames, withSpan } from '@salience/telemetry';
import { type FaultPoint, holdLease, type Lease } from '@salience/worker';

/** Whether anybody is being served. */
export interface Quiet {
  /** True while the whole fleet has nothing to do for a user. */
  idle(): Promise<boolean>;
  /** From now on, until released, the signal aborts when a turn is accepted anywhere. */
  hold(): { readonly signal: AbortSignal; release(): void };
}

/** What a chore works with. */
export interface ChoreDeps {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  readonly quiet: Quiet;
  /** Who holds the leases. */
  readonly owner: string;
  /** How long a lease lives without being renewed, in milliseconds. */
  readonly leaseMs: number;
}

/** How often a chore is due at most, in milliseconds of business time. */
export const choreEveryMs = 6 * 3_600_000;
/** The pause while more is waiting than one run takes in: imported history is then covered within days, not months. */
export const catchUpMs = 3_600_000;
/** From a fault of the moment to the next try, in milliseconds of business time. */
const retryMs = 5 * 60_000;

/**
 * Does a chore under its lease, which is kept until it ends, and gives way to users: the work's signal aborts when a turn is
 * accepted, when the lease is lost, and at a stop. What was given way is due at once, what failed later; the row says why.
 * True when it was done.
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
  // A model's words may be in the message: the code says enough, except of a bug.
  if (known) log.warn({ agentId, task, code }, 'chore failed; it is tried again later');
  else log.error({ agentId, task, err: error }, 'chore failed; it is tried again later');
  await endChore(db, chore, {
    nextAt: new Date((await clock.now()).getTime() + waitMs),
    error: code,
  });
}

/** The lease of a chore while it is done. Who cannot renew it learns of its loss when storing: that hangs on the fence. */
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
