import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { failClaim, failTurn, leaseMs } from '@salience/database/turns';
import { isSalienceError, messageOf } from '@salience/errors';
import type { Deps } from './deps.ts';
import { publishEnded } from './live-reply.ts';
import { logTurnEndedUnrun } from './turn-event.ts';

/** Delays after the first and the second failed attempt of a turn, in milliseconds; the third quarantines it. */
const delaysMs = [1_000, 4_000] as const;
/** The pause between two attempts to reach an unavailable store. */
const againMs = 250;

/** The lane that a failure happened in. */
export interface FailedLane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
}

/**
 * True while a store is unavailable: the turn is not at fault, and no attempt is counted. Any other error counts, an unanswered
 * model failure too: those normally end in an answer, and this one would fail again.
 */
export function isStoreAway(error: unknown): boolean {
  return isSalienceError(error) && error.kind === 'retryable' && !error.code.startsWith('llm.');
}

/**
 * Counts a failed attempt of the turn in hand and releases its lane: the turn is retried after a delay, and the third failure
 * quarantines it. Returns whether to wake a worker for the lane now. If the count cannot be written, the claim has counted the
 * attempt, and the lane is free when its lease expires.
 */
export async function countFailedTurn(
  deps: Deps,
  lane: FailedLane,
  { fence, turnId }: { readonly fence: number; readonly turnId: TurnId },
  error: unknown,
): Promise<boolean> {
  const code = codeOf(error);
  const counted = await whenReachable(async () =>
    failTurn(deps.db, { ...lane, turnId, fence, now: await deps.clock.now(), code, delaysMs }),
  ).catch((cause: unknown) => {
    deps.log.warn({ turnId, cause: messageOf(cause) }, 'a failed attempt could not be written');
    return undefined;
  });
  deps.log.error({ ...lane, turnId, code, status: counted?.status, err: error }, 'work on a turn failed');
  if (counted === undefined) return false;
  if (counted.status === 'quarantined') await reportQuarantined(deps, lane, { turnId, fence });
  return counted.more;
}

/** The same for a lane whose next turn could not be read. */
export async function countFailedClaim(deps: Deps, lane: FailedLane, error: unknown): Promise<number | null> {
  const code = codeOf(error);
  const counted = await failClaim(deps.db, { ...lane, now: await deps.clock.now(), code, delaysMs });
  deps.log.error({ ...lane, code, status: counted.status, err: error }, 'a lane could not be claimed');
  if (counted.status === 'held') return null;
  if (counted.status === 'quarantined') await reportQuarantined(deps, lane, counted);
  return counted.more ? counted.fence : null;
}

async function reportQuarantined(
  deps: Deps,
  lane: FailedLane,
  { fence, turnId }: { readonly fence: number; readonly turnId: TurnId },
): Promise<void> {
  deps.metrics.turnsEnded.inc({ agent: lane.agentId, state: 'quarantined' });
  logTurnEndedUnrun(deps, lane, turnId, 'quarantined');
  await publishEnded(deps, [turnId], fence);
}

function codeOf(error: unknown): string {
  return isSalienceError(error) ? error.code : 'error.unexpected';
}

/** Retries until the store is reachable, at most for the length of the lease; throws any other error. */
export async function whenReachable<T>(run: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + leaseMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
