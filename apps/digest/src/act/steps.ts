import type { NewStep } from '@salience/act';
import type { ActStep, TurnId } from '@salience/contracts';
import { type EvaluatedStep, type NewApproval, saveSteps } from '@salience/database/acting';
import type { Deps } from '../deps.ts';
import { publishEnded } from '../live-reply.ts';
import type { ActInput } from './act-input.ts';

/** The lane was taken over: nothing that this worker writes counts any more. */
export class LaneLost extends Error {
  override readonly name = 'LaneLost';
}

/** The stored steps of a run; only stored steps count. */
export interface StepBook {
  readonly runId: TurnId;
  /** In order of `n`. */
  readonly steps: readonly ActStep[];
  /** The step with this number. Throws if there is none. */
  step(n: number): ActStep;
  /** The note of this turn's next new step. */
  next(at: Date): NewStep;
  /** Writes new and changed steps in one statement under the fence. Throws `LaneLost`. */
  write(
    steps: readonly ActStep[],
    beside?: { readonly approvals?: readonly NewApproval[]; readonly evaluated?: readonly EvaluatedStep[] },
  ): Promise<void>;
}

/** Opens the steps of a run for the current turn. */
export function openBook(deps: Deps, input: ActInput, runId: TurnId, stored: readonly ActStep[]): StepBook {
  const { turn, fence } = input.step;
  const byNumber = new Map(stored.map((step) => [step.n, step]));
  const inOrder = (): ActStep[] => [...byNumber.values()].toSorted((a, b) => a.n - b.n);
  return {
    runId,
    get steps() {
      return inOrder();
    },
    step(n) {
      const step = byNumber.get(n);
      if (step === undefined)
        throw new RangeError(`Expected step ${n} of ${runId}, which has ${byNumber.size}`);
      return step;
    },
    next: (at) => ({ runId, turnId: turn.id, n: (inOrder().at(-1)?.n ?? -1) + 1, at }),
    async write(changed, beside = {}) {
      const at = await deps.clock.now();
      const saved = await saveSteps(deps.db, {
        agentId: turn.agent_id,
        threadId: turn.thread_id,
        turnId: turn.id,
        runId,
        fence,
        now: at,
        steps: changed,
        ...beside,
      });
      if (saved.status === 'fenced') throw new LaneLost();
      // Checked here too: the signal may be lost, and the next renewal may be seconds away.
      if (saved.cancel) deps.cancels.get(turn.id)?.();
      // Those that steered the run are stored already, in the same statement.
      for (const step of [...changed, ...saved.steered]) byNumber.set(step.n, step);
      const merged = saved.steered.map(({ messageTurnId }) => messageTurnId);
      for (const _ of merged) deps.metrics.turnsEnded.inc({ agent: turn.agent_id, state: 'merged' });
      await publishEnded(deps, merged, fence);
    },
  };
}
