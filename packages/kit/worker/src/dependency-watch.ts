import { messageOf, SalienceError } from '@salience/errors';
import { createLoop, settlesWithin } from './loop.ts';
import type { Service } from './service.ts';

/** The dependencies of a worker, by the name that readiness reports. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** Checks the dependencies of a worker periodically. */
export interface DependencyWatch extends Service {
  /** Dependencies that do not answer now, by name, with the reason. Empty while all answer. */
  away(): ReadonlyMap<string, string>;
}

/** Interval between checks, and timeout of one, in milliseconds. */
const everyMs = 5_000;
const answerMs = 3_000;

/**
 * Makes the watch. A dependency that is away makes the worker unready, never dead: a restart would not bring it back. `onLook` is
 * called after every check, with the reason when there was no answer.
 */
export function createDependencyWatch(
  dependencies: Dependencies,
  onLook: (name: string, reason: string | undefined) => void,
): DependencyWatch {
  const reasons = new Map<string, string>();
  const runCheck = async (name: string, check: () => Promise<void>): Promise<void> => {
    const asked = check();
    const answer = asked.then(
      () => undefined,
      (error: unknown) => messageOf(error),
    );
    const reason = (await settlesWithin(answer, answerMs)) ? await answer : `no answer within ${answerMs} ms`;
    if (reason === undefined) reasons.delete(name);
    else reasons.set(name, reason);
    onLook(name, reason);
  };
  const loop = createLoop({
    name: 'dependencies',
    everyMs,
    runOnce: async () => {
      await Promise.all(Object.entries(dependencies).map(([name, check]) => runCheck(name, check)));
    },
    onError: (error) => {
      throw new SalienceError('worker.dependency-watch', `A check failed: ${messageOf(error)}`, {
        kind: 'bug',
      });
    },
  });
  return { ...loop, away: () => reasons };
}
