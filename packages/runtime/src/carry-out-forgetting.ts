import type { AgentId, Id } from '@salience/contracts';
import { type Clock, type Database, type ForgetStep, stepForgetting } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { FaultPoint } from '@salience/worker';

/** A request to forget, and how far to go with it now. */
export interface Forgetting {
  readonly agentId: AgentId;
  readonly requestId: Id<'forgetRequest'>;
  /** How long what is gone is watched for workers that read it before, in seconds. */
  readonly watchSeconds: number;
  /** Looked at between steps: true leaves the rest to the next one who comes. */
  readonly enough?: () => boolean;
}

/** What carrying out needs. */
export interface ForgettingDeps {
  readonly db: Database;
  readonly queues: Pick<Queues, 'live'>;
  readonly clock: Clock;
  readonly fault: FaultPoint;
}

/**
 * Goes on with a request to forget until all of it is gone, it has to wait, or it is enough. Each step is one transaction, so
 * whoever dies here loses nothing: the next one goes on. Live events of the turns go too; where the queues are away they end by
 * themselves within minutes. Resolves with the last step.
 */
export async function carryOutForgetting(deps: ForgettingDeps, forgetting: Forgetting): Promise<ForgetStep> {
  const { agentId, requestId, watchSeconds, enough } = forgetting;
  for (let before: ForgetStep['state'] | undefined; ; ) {
    const step = await stepForgetting(deps.db, agentId, requestId, {
      now: await deps.clock.now(),
      watchSeconds,
    });
    await deps.fault('forget.stepped');
    if (step.turns.length > 0) await deps.queues.live.forget(step.turns).catch(() => undefined);
    const waits =
      step.state === 'busy' || step.open > 0 || (step.state === 'watching' && before === 'watching');
    if (waits || step.state === 'done' || enough?.() === true) return step;
    before = step.state;
  }
}
