import { decideNotices, settleSeen } from '@salience/database/channels';
import type { Deps, Run } from '../deps.ts';
import { decideNotice, type DecideTerms } from './decide-notice.ts';

/** Notices in one transaction. */
const batch = 100;

/**
 * Makes the run that settles notices (law 18): one that a stream showed is seen; one whose turn has ended, and that no stream showed in time,
 * becomes a delivery for each channel of the person, or is undelivered.
 */
export function createNotices(
  { clock, db, fault }: Pick<Deps, 'clock' | 'db' | 'fault'>,
  terms: Omit<DecideTerms, 'now'>,
): Run {
  return async (signal, alive) => {
    let total = 0;
    for (let found = batch; found === batch && !signal.aborted; ) {
      const now = await clock.now();
      const seen = await settleSeen(db, { now, limit: batch });
      const decided = await decideNotices(db, { now, limit: batch }, (notice) =>
        decideNotice(notice, { ...terms, now }),
      );
      await fault('scheduler.noticed');
      alive?.();
      total += seen + decided;
      found = Math.max(seen, decided);
    }
    return total;
  };
}
