import type { ActStep, Id, TurnId } from '@salience/contracts';
import { newId } from '../src/index.ts';
import { type NewApproval, type SavedSteps, type SaveSteps, saveSteps } from '../src/doors/acting.ts';
import type { Taken, World } from './world.ts';

/** A step of a run as digest would write it: a planned call unless the test says more. */
export function step(runId: TurnId, n: number, more: Partial<ActStep> = {}): ActStep {
  return {
    runId,
    n,
    turnId: runId,
    kind: 'action',
    state: 'planned',
    note: null,
    reason: null,
    call: { id: `call-${n}`, tool: 'mail', arguments: { to: 'ana' } },
    seen: null,
    ruling: null,
    result: null,
    verdict: null,
    approvalId: null,
    idempotencyKey: null,
    attempt: 0,
    retryAt: null,
    late: null,
    at: new Date().toISOString(),
    ...more,
  };
}

/** A result that an ended step carries. */
export function result(outcome: 'succeeded' | 'failed' = 'succeeded'): NonNullable<ActStep['result']> {
  return { outcome, text: 'sent', trust: 'agent', transient: false, durationMs: 5 };
}

/** Writes steps of the taken turn's run. */
export function save(
  world: World,
  taken: Taken,
  steps: readonly ActStep[],
  more: Partial<SaveSteps> = {},
): Promise<SavedSteps> {
  return saveSteps(world.digest, {
    agentId: world.agentId,
    threadId: taken.turn.thread_id,
    turnId: taken.turn.id,
    runId: taken.turn.id,
    fence: taken.fence,
    now: new Date(),
    steps,
    ...more,
  });
}

/** A request for the step `n`. */
export function request(n: number, more: Partial<NewApproval> = {}): NewApproval {
  return {
    id: newId('approval'),
    n,
    tool: 'mail',
    arguments: { to: 'ana' },
    argumentsHash: 'a'.repeat(64),
    definition: {},
    definitionHash: 'd'.repeat(64),
    reason: 'it cannot be taken back',
    tier: 'commit',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...more,
  };
}

/** A turn that asked and was answered. Its lane is free again. */
export async function asked(
  world: World,
  text: string,
  more: Partial<NewApproval> = {},
): Promise<{ approvalId: Id<'approval'>; taken: Taken }> {
  const { threadId } = await world.accept(text, { threadKey: text });
  const taken = await world.take(threadId);
  const approval = request(0, more);
  await save(world, taken, [step(taken.turn.id, 0, { state: 'asked', approvalId: approval.id })], {
    approvals: [approval],
  });
  await world.commit(taken);
  return { approvalId: approval.id, taken };
}
