import { dueDrifts, expireThoughts } from '@salience/database/drift';
import type { DriftDeps } from './drift-deps.ts';
import { sayThought } from './say-thought.ts';
import { think } from './drift-think.ts';

/** Maximum agents of one run; the next run finds the others. */
const agentsMax = 20;
const expiredMax = 500;

/**
 * Makes the run that thinks for the agents that are due, while the whole fleet is idle. Safe on any number of replicas: an
 * agent's row is its lease. Resolves with the number of thoughts stored.
 */
export function createDrift(deps: DriftDeps) {
  return async (signal: AbortSignal, alive: () => void): Promise<number> => {
    const now = await deps.clock.now();
    await expireThoughts(deps.db, now, expiredMax);
    const due = await dueDrifts(deps.db, now, agentsMax);
    if (due.length === 0) return 0;
    // Before the check: a turn that is accepted after it is noticed.
    const hold = deps.quiet.hold();
    try {
      const rest = await deps.quiet.state();
      if (!rest.idle) {
        deps.metrics.driftSkipped.inc({ reason: rest.reason });
        return 0;
      }
      const stop = AbortSignal.any([signal, hold.signal]);
      let kept = 0;
      for (const agentId of due) {
        if (stop.aborted) break;
        kept += await think(deps, { agentId, latestTurnId: rest.latestTurnId, signal: stop, alive });
        alive();
        // The turn that this begins ends the rest of the fleet.
        if (!stop.aborted && (await sayThought(deps, agentId))) break;
      }
      return kept;
    } finally {
      hold.release();
    }
  };
}
