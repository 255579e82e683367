import { acceptedSignal } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { fleetIdle, type FleetIdleness } from '@salience/database/drift';
import { isSalienceError, SalienceError } from '@salience/errors';
import type { Queues } from '@salience/queues';

/** Watches whether the fleet is idle. */
export interface Hold {
  /** Aborts with `quiet.over` when a turn is accepted anywhere. */
  readonly signal: AbortSignal;
  /** Stops watching. Idempotent. */
  release(): void;
}

/** Tells whether the fleet is idle, and when it stops being so. */
export interface Quiet {
  /** Checks now. A queue that cannot be counted is busy; rejects only with `database.unavailable`. */
  state(): Promise<FleetIdleness>;
  /** `state` as a boolean. */
  idle(): Promise<boolean>;
  /** Watches for accepted turns from this call on. Call it before `state`, so that no turn can slip in between. */
  hold(): Hold;
}

/** Dependencies of the idle check. */
export interface QuietOptions {
  readonly clock: Clock;
  readonly db: Database;
  readonly queues: Pick<Queues, 'depths' | 'signals'>;
  /** Minimum time since the last accepted message, in milliseconds of business time. */
  readonly quietMs: number;
}

/** Starts listening. The returned function stops it. */
export async function openQuiet(options: QuietOptions): Promise<{ quiet: Quiet; close(): Promise<void> }> {
  const { clock, db, queues, quietMs } = options;
  const holds = new Set<AbortController>();
  const close = await queues.signals.listen(acceptedSignal, () => {
    for (const hold of holds) hold.abort(yielded());
  });
  const state = async (): Promise<FleetIdleness> =>
    fleetIdle(db, { now: await clock.now(), quietMs, depths: await depthsOf(queues) });
  const quiet: Quiet = {
    state,
    idle: async () => (await state()).idle,
    hold() {
      const hold = new AbortController();
      holds.add(hold);
      return { signal: hold.signal, release: () => void holds.delete(hold) };
    },
  };
  return { quiet, close };
}

/** The reason with which idle work is aborted for a turn. */
export function yielded(): SalienceError {
  return new SalienceError('quiet.over', 'A turn was accepted, so idle work stops.', { kind: 'retryable' });
}

async function depthsOf(queues: Pick<Queues, 'depths'>) {
  try {
    return await queues.depths();
  } catch (error) {
    // The queue server is unreachable: jobs may be waiting.
    if (isSalienceError(error) && error.kind === 'retryable') return undefined;
    throw error;
  }
}
