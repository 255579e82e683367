import { acceptedSignal } from '@salience/contracts';
import { type Clock, type Database, fleetIdle, type FleetIdleness } from '@salience/database';
import { isSalienceError, SalienceError } from '@salience/errors';
import type { Queues } from '@salience/queues';

/** Watches whether the fleet is idle. */
export interface Hold {
  /** Aborts with `drift.yielded` when a turn is accepted anywhere. */
  readonly signal: AbortSignal;
  /** Ends the hold. Idempotent. */
  release(): void;
}

/** The rest of the fleet: whether there is any, and word of its end. */
export interface Quiet {
  /** Counts now. What cannot be counted is busy; rejects only with `database.unavailable`. */
  state(): Promise<FleetIdleness>;
  /** `state`, as yes or no. */
  idle(): Promise<boolean>;
  /** From this call on every accepted turn is heard. Taken before `state` is asked, nothing falls between the two. */
  hold(): Hold;
}

/** What the idle check needs. */
export interface QuietOptions {
  readonly clock: Clock;
  readonly db: Database;
  readonly queues: Pick<Queues, 'depths' | 'signals'>;
  /** How long no message must have been accepted, in milliseconds of business time. */
  readonly quietMs: number;
}

/** Begins to listen. The function that comes with it ends that. */
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

/** The reason with which work is stopped for a person. */
export function yielded(): SalienceError {
  return new SalienceError('drift.yielded', 'A turn was accepted; what nobody waits for steps back.', {
    kind: 'retryable',
  });
}

async function depthsOf(queues: Pick<Queues, 'depths'>) {
  try {
    return await queues.depths();
  } catch (error) {
    // The queue server is away: jobs may be waiting.
    if (isSalienceError(error) && error.kind === 'retryable') return undefined;
    throw error;
  }
}
