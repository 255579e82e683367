import { messageOf, SalienceError } from '@salience/errors';
import { createLoop, settlesWithin } from './loop.ts';
import type { Service } from './service.ts';

/** What a worker needs to do its work, by the name that its readiness tells. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** Looks at the dependencies of a worker now and then. */
export interface DependencyWatch extends Service {
  /** What does not answer now, by name, with the reason. Empty while everything does. */
  away(): ReadonlyMap<string, string>;
}

/** From one look to the next, and how long one may take, in milliseconds. */
const everyMs = 5_000;
const answerMs = 3_000;

/**
 * Makes the watch. What does not answer makes the worker unready, never dead: a restart brings no server back.
 * `onLook` hears of every look, with the reason when there was no answer.
 */
export function createDependencyWatch(
  dependencies: Dependencies,
  onLook: (name: string, reason: string | undefined) => void,
): DependencyWatch {
  const reasons = new Map<string, string>();
  const look = async (name: string, check: () => Promise<void>): Promise<void> => {
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
      await Promise.all(Object.entries(dependencies).map(([name, check]) => look(name, check)));
    },
    onError: (error) => {
      throw new SalienceError('worker.dependency-watch', `A look failed: ${messageOf(error)}`, {
        kind: 'bug',
      });
    },
  });
  return { ...loop, away: () => reasons };
}
