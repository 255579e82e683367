import { openForgettings } from '@salience/database/keeping';
import { carryOutForgetting } from '@salience/runtime';
import type { Deps, Run } from './deps.ts';

/** Maximum requests of one run; the next run continues. */
const batch = 50;

/**
 * Makes the run that continues open forget requests that no caller processes: its process ended, a turn had to end first, or
 * its watch period (`watchSeconds`) is over. Each step is done once across the
 * fleet.
 */
export function createForgetting(
  { clock, db, fault, log, metrics, queues }: Deps,
  watchSeconds: number,
): Run {
  return async (signal, alive) => {
    const open = await openForgettings(db, batch);
    metrics.forgettingsOpen.set({}, open.length);
    let produced = 0;
    for (const { agentId, id: requestId } of open) {
      if (signal.aborted) break;
      const enough = (): boolean => {
        alive?.();
        return signal.aborted;
      };
      const step = await carryOutForgetting(
        { clock, db, fault, queues },
        { agentId, requestId, watchSeconds, enough },
      );
      if (step.state !== 'watching' && step.state !== 'done') continue;
      produced += 1;
      log.info({ agentId, forgetId: requestId, state: step.state }, 'forgotten');
    }
    return produced;
  };
}
