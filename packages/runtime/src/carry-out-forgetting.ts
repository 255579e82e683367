import type { AgentId, Id } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { type ForgetStep, stepForgetting } from '@salience/database/keeping';
import type { Queues } from '@salience/queues';
import type { FaultPoint } from '@salience/worker';

/** A forget request, and how far to process it now. */
export interface Forgetting {
  readonly agentId: AgentId;
  readonly requestId: Id<'forgetRequest'>;
  /** How long forgotten items are watched for late writes of workers that read them before, in seconds. */
  readonly watchSeconds: number;
  /** Checked between steps; true leaves the rest to the next caller. */
  readonly enough?: () => boolean;
}

/** What `carryOutForgetting` needs. */
export interface ForgettingDeps {
  readonly db: Database;
  readonly queues: Pick<Queues, 'live'>;
  readonly clock: Clock;
  readonly fault: FaultPoint;
}

/**
 * Processes a forget request until it is complete, has to wait, or `enough` says stop. Each step is one transaction, so a crash loses
 * nothing: the next caller continues. Also deletes the live events of forgotten turns; while the queues are away they expire within
 * minutes. Resolves with the last step.
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
