import type { Clock } from '@salience/database';
import type { Run } from './deps.ts';

/**
 * Runs `run` when at least `everyMs` of business time passed since it last ended well (law 15), and at the first call.
 * Called more often than that, it follows a business clock that leaps or runs fast, in either direction.
 */
export function everyBusiness(clock: Clock, everyMs: number, run: Run): Run {
  let lastAt: number | undefined;
  return async (signal, alive) => {
    const now = (await clock.now()).getTime();
    if (lastAt !== undefined && Math.abs(now - lastAt) < everyMs) return 0;
    const produced = await run(signal, alive);
    lastAt = now;
    return produced;
  };
}
