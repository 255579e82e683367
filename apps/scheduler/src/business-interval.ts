import type { Clock } from '@salience/database';
import type { Run } from './deps.ts';

/**
 * Runs `run` if at least `everyMs` of business time passed since its last success (law 15), and at the first call.
 * Because it is called more often, it follows a business clock that jumps or runs fast, in either direction.
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
