import { openForgettings } from '@salience/database';
import { carryOutForgetting } from '@salience/runtime';
import type { Deps, Run } from './deps.ts';

/** Requests in one run; those not reached now are reached by the next. */
const batch = 50;

/**
 * Makes the run that carries out what somebody asked to be forgotten and nobody is at: the request's caller is gone, a turn had
 * to end first, or the time is over in which late workers were watched for (`watchSeconds`). Each step is done once across the
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
