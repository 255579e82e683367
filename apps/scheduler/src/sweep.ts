import { loadTraceparents } from '@salience/database/operations';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';
import type { Lot } from './lots.ts';

/** The input of one query of a sweep. */
export interface SweepAsk {
  /** Business time. */
  readonly now: Date;
  /** Maximum rows. */
  readonly limit: number;
}

/**
 * One sweep: finds rows whose work is due and sends the jobs that deliver it (law 1). The rows are the truth and finding them is one
 * statement, so any number of replicas may sweep at once; a job that cannot be sent is sent by a later sweep.
 */
export interface Sweep {
  /** The name of its loop in metrics, logs and `/health`. */
  readonly loop: string;
  /** The pause between two sweeps, in milliseconds. */
  readonly everyMs: number;
  /** The same in business time, for a sweep that does not run each time its loop does. */
  readonly everyBusinessMs?: number;
  /** Maximum rows of one query. */
  readonly limit: number;
  /** Queries again at once while the maximum is found; else the next sweep continues. */
  readonly untilEmpty?: true;
  /** Its rows had a job that was lost: each counts as a repair. */
  readonly repairs?: true;
  /** The point between the commit and the queue, for tests of recovery. */
  readonly fault: string;
  find(ask: SweepAsk): Promise<readonly Lot[]>;
}

/** Makes the run of a sweep. Rejects when a queue is away; what was found by then is found again. */
export function createSweep(deps: Deps, sweep: Sweep): Run {
  const { limit } = sweep;
  const findAndSend = async (alive: (() => void) | undefined): Promise<{ found: number; more: boolean }> => {
    const lots = await sweep.find({ now: await deps.clock.now(), limit });
    await deps.fault(sweep.fault);
    alive?.();
    for (const lot of lots) await send(deps, lot, sweep.repairs === true);
    const found = lots.reduce((sum, lot) => sum + lot.found, 0);
    return { found, more: found === limit || lots.some((lot) => lot.more === true) };
  };
  return async (signal, alive) => {
    let { found: total, more } = await findAndSend(alive);
    while (sweep.untilEmpty === true && more && !signal.aborted) {
      const next = await findAndSend(alive);
      total += next.found;
      ({ more } = next);
    }
    return total;
  };
}

async function send({ db, metrics, queues }: Deps, lot: Lot, repairs: boolean): Promise<void> {
  const { items, job, kind } = lot;
  const count = items.length;
  if (count === 0) return;
  const parents = (max: number) => loadTraceparents(db, lot.traced(max));
  await withResend(metrics, { queue: job.queue, count, kind, parents }, () => queues.enqueueMany(job, items));
  if (repairs) metrics.sweeperRepairs.inc({ kind }, count);
}
